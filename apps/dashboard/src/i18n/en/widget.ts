// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  sites: {
    title: 'Sites',
    text: 'Where the chat may stand.',
    hint: 'One domain per line. Empty: every site may carry the widget. Our own pages always may.',
    unfit: 'The list of sites has an entry that is no domain.',
    wrong: '“{{site}}” is no domain. Enter one like example.com or *.example.com.',
    tooMany: 'At most {{count}} domains fit.',
    lockedOut: 'This list leaves out sites that carry the widget now: {{sites}}.',
  },
  page: {
    positionHint: 'Where the embed code names no corner.',
    left: 'Left',
    right: 'Right',
    ignoredHint: 'Visits of these paths are not told to the agent. * stands for anything. Press Enter after each.',
  },
  sending: {
    title: 'What visitors may send',
    text: 'Beside what they write.',
    attachmentsHint: 'Pictures and documents up to 5 MB. Agents whose model sees pictures look at them.',
    voiceHint: 'Visitors record what they want to say. It is written down by a speech model before the agent answers.',
  },
  closed: {
    title: 'While the chat is closed',
    text: 'How visitors notice that something has come.',
    soundHint: 'A short, quiet tone, once the visitor has touched the page.',
    flashHint: 'The title of the browser tab alternates until the chat is opened.',
  },
  ending: {
    title: 'At the end',
    text: 'What is offered when a conversation ends.',
    ratingHint: 'One to five and a line of words. You see them beside the conversation.',
    transcriptHint: 'Visitors may have their conversation sent to an e-mail address of theirs.',
    transcriptOff: 'Nothing can be mailed while chat history is not kept.',
  },
  consent: {
    title: 'Consent',
    text: 'What visitors agree to before they write.',
    hint: 'On: nothing is sent before the visitor has agreed. Whoever agreed is asked again when the text changes.',
    textHint: 'Markdown; link your privacy policy.',
    start:
      'To answer you, we process what you write here. Read more in our [privacy policy](https://example.com/privacy).',
    missing: 'Say what visitors agree to.',
    preview: 'Preview',
    agree: 'Agree',
  },
  signing: {
    title: 'Signed visitors',
    text: 'Where people are signed in at your site, the chat can know them: the same conversation on every device, with name and e-mail address.',
    server: 'Your server signs who they are, with the secret key of this agent.',
    codeOf: 'Code for {{language}}',
    withKey: 'Put the secret key into the code',
    withKeyHint: 'Off: the code reads it from the environment variable {{variable}}.',
    page: 'The page hands the token over, in the tag or later by parlance.setUser(token).',
    tag: 'the tag with a token',
    rules:
      'Never sign in the browser: whoever has the key can be anybody.\nA token lives for an hour here; 24 hours are the most.\nCall parlance.setUser(null) when somebody signs out.\nAfter the key was renewed, old tokens are refused and people go on as strangers.',
  },
  handoff: {
    timeout: 'Wait for a human, in seconds',
    timeoutHint: 'Afterwards visitors may leave a message with their e-mail address. 0 offers it at once.',
  },
} as const
