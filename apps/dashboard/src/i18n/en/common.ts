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
  shownMore: '{{things}}, and there are more',
  shownAll: '{{things}}',
  counted: {
    agents_one: '{{count}} agent',
    agents_other: '{{count}} agents',
    conversations_one: '{{count}} conversation',
    conversations_other: '{{count}} conversations',
    documents_one: '{{count}} document',
    documents_other: '{{count}} documents',
    entries_one: '{{count}} entry',
    entries_other: '{{count}} entries',
    tests_one: '{{count}} test',
    tests_other: '{{count}} tests',
  },
  nothingFound: 'Nothing matches “{{search}}”.',
  sandbox: 'sandbox',
  region: { eu: 'Europe, Frankfurt', na: 'North America, Virginia' },
  /** Of an installation that stands in neither city. */
  regionHere: { eu: 'Europe', na: 'North America' },
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
