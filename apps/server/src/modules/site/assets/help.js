// The search of the help centre: shows the articles that hold every word. Without a script all of them stand there.
;(function () {
  document.addEventListener('DOMContentLoaded', function () {
    var search = document.querySelector('[data-help-search]')
    search.disabled = false
    search.addEventListener('input', function () {
      var wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean)
      var found = 0
      document.querySelectorAll('[data-help-group]').forEach(function (group) {
        var here = 0
        group.querySelectorAll('[data-help-words]').forEach(function (entry) {
          var words = entry.getAttribute('data-help-words')
          entry.hidden = !wanted.every(function (word) {
            return words.includes(word)
          })
          if (!entry.hidden) here++
        })
        group.hidden = here === 0
        found += here
      })
      document.querySelector('[data-help-none]').textContent = found === 0 ? 'Nothing found. Try another word.' : ''
    })
  })
})()
