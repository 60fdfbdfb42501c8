// Loaded before everything else and kept tiny; the choice itself is made in ui/ThemeChoice.tsx.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'system') document.documentElement.dataset.theme = theme
} catch {
  // A browser that refuses storage remembers no choice: the page stays light, which is the default.
}

// The page's first script did not come: reload once, then say so instead of showing a blank page.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const mark = 'reloaded for a script'
    const last = Number(sessionStorage.getItem(mark))
    if (Date.now() - last > 60_000) {
      sessionStorage.setItem(mark, String(Date.now()))
      return location.reload()
    }
    const message = document.createElement('p')
    message.setAttribute('role', 'alert')
    message.textContent =
      'This page could not be loaded. Nothing was lost. Check the connection to the appliance, then reload the page.'
    message.style.cssText = 'max-width: 34rem; margin: 15vh auto; padding: 0 1rem; font: 1rem sans-serif'
    document.getElementById('root')?.replaceChildren(message)
  },
  true,
)
