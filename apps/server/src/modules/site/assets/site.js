// The colour scheme that was chosen, before anything is painted, under the key that the dashboard uses; and the closing of
// the menu. Everything else on these pages works without a script.
;(function () {
  var KEY = 'parlance-color-scheme'
  var root = document.documentElement
  function chosen() {
    try {
      return localStorage.getItem(KEY)
    } catch {
      return null
    }
  }
  function show(choice) {
    if (choice === 'light' || choice === 'dark') root.setAttribute('data-scheme', choice)
    else root.removeAttribute('data-scheme')
  }
  show(chosen())
  document.addEventListener('DOMContentLoaded', function () {
    var button = document.querySelector('[data-scheme-switch]')
    var menu = document.querySelector('details.menu')
    button.hidden = false
    button.addEventListener('click', function () {
      var set = root.getAttribute('data-scheme')
      var dark = set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
      show(dark ? 'light' : 'dark')
      try {
        localStorage.setItem(KEY, dark ? 'light' : 'dark')
      } catch {
        // Kept for this page alone.
      }
    })
    document.addEventListener('keydown', function (event) {
      if (event.key !== 'Escape' || !menu.open) return
      menu.open = false
      menu.querySelector('summary').focus()
    })
    document.addEventListener('click', function (event) {
      if (menu.open && !menu.contains(event.target)) menu.open = false
    })
  })
})()
