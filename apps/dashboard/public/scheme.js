// Sets the colour scheme before the first paint; an external file, for the content policy allows no inline script.
;(function () {
  var choice = 'auto'
  try {
    choice = localStorage.getItem('parlance-color-scheme') || 'auto'
  } catch {
    choice = 'auto'
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
