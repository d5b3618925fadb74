// Sentences of the menu.
export const enMenu = {
  restart: 'Start a new conversation',
  restartAsk: 'Start over? This conversation will no longer be shown here.',
  restartYes: 'Start over',
  cancel: 'Cancel',
}
