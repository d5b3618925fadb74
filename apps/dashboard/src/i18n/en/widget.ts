// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  loaded: 'Widget data loaded succesfully',
  new: 'New widget',
  settingsOf: 'Widget settings',
  voiceflow: { have: 'You have an assistant at Voiceflow?', connect: 'Make a widget for it' },
  label: 'Parts of the widget',
  back: 'All agents',
  tabs: { overview: 'Overview', sources: 'Sources', theme: 'Theme', settings: 'Settings', channels: 'Channels' },
  saveToEnable: 'Save to Enable',
  noSources: 'Save the widget to teach it',
  noSourcesText: 'Sources belong to a widget that exists. Press Save above, then add pages, files and texts here.',
  saveForPictures: 'Pictures can be sent once the widget is saved.',
  bar: {
    unsaved: 'Not saved yet',
    prototype: 'Prototype',
    demo: 'Demo',
    test: 'Test Chatbot',
    saveFirst: 'Save the widget first.',
    deploy: 'Deploy Widget',
    notPublished: 'Please save and publish first.',
    save: 'Save',
    draft: 'Kept as a draft',
    draftHint: 'Visitors get it when you press Save.',
  },
  overview: {
    new: 'This widget is not saved yet',
    newText: 'Save it to test it, to teach it, to connect channels and to get its embed code.',
    where: 'Where to look at it',
    whereText: 'As visitors meet it, and everything else the agent can do.',
    all: 'All settings of the agent',
  },
  deploy: {
    code: 'Put it on your site',
    live: 'Is it live?',
    ways: 'Ways to put it on a site',
    demo: 'See it on the sample site',
    codeFor: 'Code for {{way}}',
    themeCode: 'the code for the theme',
    policy: 'My site has a Content Security Policy',
    policyText:
      'Add these sources to the directives that your site sends. Nothing else is needed: no unsafe-inline, no unsafe-eval.',
    directives: 'the directives',
  },
  renders: {
    'bottom-right': { name: 'Bottom right', text: 'A round button in the corner that opens the chat above it.' },
    'bottom-left': { name: 'Bottom left', text: 'A round button in the other corner.' },
    popup: { name: 'Popup', text: 'A wide button with the agent’s name at the foot of the page.' },
    'full-width': { name: 'Full width', text: 'The chat is a part of the page, as wide as the place you give it.' },
    modal: { name: 'Modal', text: 'The chat opens in the middle, with the page behind it dimmed.' },
  },
  ways: {
    html: {
      name: 'HTML',
      steps: 'Paste this before </body> on every page that should have the chat.',
      note: 'Works on any site that allows scripts; in a site builder look for “custom code” or “embed”.',
    },
    react: {
      name: 'React',
      steps: 'Save this as ParlanceChat.jsx.\nPut <ParlanceChat /> once near the root of your app.',
      note: 'It cleans up after itself, also in StrictMode. In Next.js the file begins with “use client”.',
    },
    wordpress: {
      name: 'WordPress',
      steps:
        'Under Plugins, install WPCode or another plugin for headers and footers.\nOpen Code Snippets > Header & Footer and paste this into Footer.\nSave the changes, and empty the cache of your site if it has one.',
      theme: 'Without a plugin: the same in functions.php of your child theme.',
      note: 'Plugins that delay scripts (WP Rocket, LiteSpeed and others) should leave widget.js out.',
    },
    shopify: {
      name: 'Shopify',
      steps:
        'Open Online Store > Themes.\nBeside your theme choose … > Edit code, and open layout/theme.liquid.\nPaste this right before </body> and save.',
      note: 'The pages of the checkout run no theme code, so the chat is not there.',
    },
    webflow: {
      name: 'Webflow',
      steps:
        'Open Site settings > Custom code.\nPaste this into Footer code and save the changes.\nPublish the site: the designer and the old version do not show it.',
      note: 'Custom code needs a paid plan. For Full width put it into a Code Embed element where the chat should stand.',
    },
    tagManager: {
      name: 'Tag Manager',
      steps:
        'In Google Tag Manager choose Tags > New > Custom HTML and paste this.\nAs trigger choose Initialization - All Pages, or All Pages.\nSave, then Submit and Publish the container.',
      note: 'The tag makes the script element itself, because Tag Manager drops the data attributes of a pasted one.',
    },
    older: {
      name: 'VG_CONFIG',
      steps: 'For pages that set window.VG_CONFIG: both scripts before </body>, in this order.',
      note: 'Pages that have it already need no change. A page with a Content Security Policy must allow the first script by a nonce.',
    },
  },
  check: {
    label: 'Address of your page',
    hint: 'We read the page once, as a browser gets it, without running its scripts.',
    now: 'Check',
    looking: 'Looking at the page',
    noAddress: 'Enter the address of a page, for example https://www.example.com.',
    seen: 'Last seen',
    never: 'No site has loaded this widget yet. The first load shows here within a minute.',
    loads_one: '{{number}} load',
    loads_other: '{{number}} loads',
    verdicts: {
      live: 'The widget is live on this page.',
      broken: 'The widget is on this page, but it does not show.',
      missing: 'The widget is not on this page.',
      unsure: 'We cannot tell from the page alone.',
      unread: 'The page could not be read.',
    },
    reasons: {
      'not-public': 'This address does not lead to a page on the public internet.',
      redirects: 'The page redirects again and again without ever arriving.',
      'too-large': 'The page is too large to be read.',
      timeout: 'The site did not answer within ten seconds.',
      certificate: 'The certificate of the site is not valid.',
      busy: 'Too many pages are being looked at. Try again in a moment.',
      unreachable: 'The site could not be reached.',
    },
    blocked: {
      header: 'The page’s own Content Security Policy (a header) blocks the widget.',
      meta: 'The page’s own Content Security Policy (a meta tag) blocks the widget.',
      both: 'The page’s own Content Security Policies (header and meta tag) block the widget.',
      todo: 'Add this to the directives it has:',
    },
    findings: {
      found: { what: 'The tag names this agent and its region.', todo: '' },
      unread: {
        what: '',
        todo: 'Check the address. Pages of your own network or behind a password can’t be looked at from here.',
      },
      status: {
        what: 'The site answered with an error ({{status}}).',
        todo: 'Open the page in a private window. If it is there, the site turns robots away; then rely on “Last seen” below.',
      },
      'not-html': {
        what: 'This address is no page but {{type}}.',
        todo: 'Enter the address of a page that should have the chat.',
      },
      redirected: { what: '{{from}} leads to {{to}}.', todo: '' },
      cut: { what: 'The page is very long; only its beginning was read.', todo: 'The tag may stand further down.' },
      missing: {
        what: 'There is no tag of the widget in the page.',
        todo: 'Paste the code before </body>, publish your site and empty its cache. Pages that build themselves in the browser don’t show their tags to us; then rely on “Last seen” below.',
      },
      'seen-before': {
        what: 'The tag is not in the page itself, but this site loaded the widget',
        todo: 'It comes from a script of the page, such as a framework or a tag manager.',
      },
      'tag-manager': {
        what: 'The page has a tag manager ({{containers}}), which may bring the widget.',
        todo: 'We can’t see inside it. Open the page once; the site then shows under “Last seen”. If it does not, check that the tag fires on this page and that the container is published.',
      },
      'other-agent': {
        what: 'The tag names another agent: {{agent}}.',
        todo: 'Replace the code by the one of this agent, or open the other agent here.',
      },
      'no-agent': {
        what: 'The tag names no agent.',
        todo: 'Something removed data-agent. In a tag manager use the code made for it.',
      },
      'wrong-region': {
        what: 'The tag says region {{region}}, but the agent lives in {{expected}}.',
        todo: 'Set data-region to {{expected}}.',
      },
      'other-origin': {
        what: 'The script comes from {{origin}}.',
        todo: 'Load it from {{expected}}, where this agent lives.',
      },
      'mixed-content': {
        what: 'The script is loaded over http, which browsers block on an https page.',
        todo: 'Let its address begin with https://.',
      },
      'http-page': {
        what: 'The page is not encrypted (http).',
        todo: 'The chat works, but not the microphone, and others on the way can read along. Use https.',
      },
      held: {
        what: 'The tag is held back: its type is {{type}}.',
        todo: 'A consent banner does that. It runs once the visitor agrees; to have it at once, put it among the necessary scripts.',
      },
      inert: {
        what: 'The tag stands in noscript or template, where nothing runs.',
        todo: 'Move it out, right before </body>.',
      },
      commented: { what: 'The tag is commented out.', todo: 'Remove <!-- and --> around it.' },
      'site-not-allowed': {
        what: 'The agent does not allow {{site}}.',
        todo: 'Add the site under Settings > Security > Allowed sites, and publish.',
      },
    },
  },
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
