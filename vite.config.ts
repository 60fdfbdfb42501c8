import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('web'),
  plugins: [react(), tailwindcss()],
  // The page uses the contract for paths and types; see the file.
  resolve: { alias: [{ find: /^zod$/, replacement: here('web/zod-stub.ts') }] },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's content security policy allows no inline script, and every browser that we serve preloads by itself.
    modulePreload: { polyfill: false },
    // A data: address would need an exception in the policy.
    assetsInlineLimit: 0,
    // The server reads in it what the sign-in page needs: the gate lets only that through.
    manifest: true,
    rolldownOptions: {
      input: [here('web/index.html'), here('web/sign-in.html')],
      output: {
        // What changes with React's version alone stays in the browser's cache when the appliance is updated.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
})
