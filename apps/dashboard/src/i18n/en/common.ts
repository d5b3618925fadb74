export const common = {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  undo: 'Undo',
  copied: 'Copied to Clipboard',
  loading: 'Loading',
  loadMore: 'Load More',
  clearSearch: 'Clear the search',
  shownMore_one: '{{count}} shown, there are more',
  shownMore_other: '{{count}} shown, there are more',
  shownAll_one: '{{count}} in all',
  shownAll_other: '{{count}} in all',
  nothingFound: 'Nothing matches “{{search}}”.',
  sandbox: 'sandbox',
  region: { eu: 'Europe (Frankfurt)', na: 'North America (Virginia)' },
  discardQuestion: {
    title: 'Leave without saving?',
    body: 'What you typed here is not saved yet and will be lost.',
    confirm: 'Leave',
  },
} as const

export const errors = {
  requestId: '(request id {{id}})',
  offline: 'The server could not be reached. Check your connection and try again.',
  unknown: 'Something unexpected happened. Try again.',
  crashed: 'Something went wrong:',
} as const
