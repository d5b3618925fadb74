// Sets the colour scheme before the first paint; an external file, for the content policy allows no inline script.
;(function () {
  // Pages of an agency may begin dark.
  var first = document.documentElement.getAttribute('data-default-scheme') || 'auto'
  var choice = first
  try {
    choice = localStorage.getItem('parlance-color-scheme') || first
  } catch {
    choice = first
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
