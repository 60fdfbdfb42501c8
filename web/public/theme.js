// Loaded before everything else and kept tiny; the choice itself is made in ui/ThemeChoice.tsx.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'system') document.documentElement.dataset.theme = theme
} catch {
  // A browser that refuses storage remembers no choice: the page stays light, which is the default.
}
