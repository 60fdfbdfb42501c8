import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const cut = (name: string): string =>
  require.resolve(`@expo-google-fonts/source-sans-3/${name}/SourceSans3_${name}.ttf`)

/**
 * The family of the page, whole (Latin, Greek, Cyrillic and Vietnamese), for every PDF that the appliance writes: names from
 * all of Europe can be written with it.
 */
export const fontFiles = {
  regular: cut('400Regular'),
  italic: cut('400Regular_Italic'),
  bold: cut('600SemiBold'),
  boldItalic: cut('600SemiBold_Italic'),
} as const
