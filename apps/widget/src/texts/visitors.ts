// Sentences of consent, and of what has been read.
export const enVisitors = {
  consentTitle: 'Before we begin',
  consentDefault: 'An automated assistant answers here. What you write is stored so that it can answer.',
  consentYes: 'Agree',
  consentNo: 'Decline',
  consentDeclined: 'You have declined, and nothing was sent. You can still change your mind.',
  consentAgain: 'Read it again',
  consentChanged: 'The terms of this chat have changed. Load it again to read them.',
  consentReload: 'Load again',
  markSent: 'Sent',
  markRead: 'Read',
}
