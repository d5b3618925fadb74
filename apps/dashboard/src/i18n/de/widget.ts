// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  loaded: 'Widget-Daten geladen',
  new: 'Neues Widget',
  settingsOf: 'Widget-Einstellungen',
  voiceflow: { have: 'Sie haben einen Assistenten bei Voiceflow?', connect: 'Ein Widget dafür erstellen' },
  label: 'Bereiche des Widgets',
  back: 'Alle Agenten',
  tabs: {
    overview: 'Überblick',
    sources: 'Quellen',
    theme: 'Theme',
    settings: 'Einstellungen',
    channels: 'Kanäle',
  },
  saveToEnable: 'Zum Aktivieren speichern',
  noSources: 'Zum Lernen das Widget speichern',
  noSourcesText:
    'Quellen gehören zu einem Widget, das es schon gibt. Bitte oben auf Speichern drücken und dann hier Seiten, Dateien und Texte hinzufügen.',
  saveForPictures: 'Bilder lassen sich senden, sobald das Widget gespeichert ist.',
  bar: {
    unsaved: 'Noch nicht gespeichert',
    prototype: 'Prototyp',
    demo: 'Demo',
    test: 'Chatbot testen',
    saveFirst: 'Bitte zuerst das Widget speichern.',
    deploy: 'Widget einbinden',
    notPublished: 'Bitte zuerst speichern und veröffentlichen.',
    save: 'Speichern',
    draft: 'Liegt im Entwurf',
    draftHint: 'Besucher bekommen es, wenn Sie auf Speichern drücken.',
  },
  overview: {
    new: 'Dieses Widget ist noch nicht gespeichert',
    newText:
      'Nach dem Speichern lässt es sich testen, kann lernen und mit Kanälen verbunden werden, und es gibt den Einbettungscode.',
    where: 'Wo es sich ansehen lässt',
    whereText: 'Wie Besucher es antreffen, und alles andere, was der Agent kann.',
    all: 'Alle Einstellungen des Agenten',
  },
  deploy: {
    code: 'Auf Ihre Website setzen',
    live: 'Ist es live?',
    unpublishedText:
      'Besucher bekommen, was zuletzt gespeichert wurde. Nach dem Speichern bekommen sie, was Sie hier sehen.',
    ways: 'Wege auf eine Website',
    demo: 'Auf der Beispielwebsite ansehen',
    codeFor: 'Code für {{way}}',
    themeCode: 'Code für das Theme',
    policy: 'Meine Website hat eine Content Security Policy',
    policyText:
      'Diese Quellen bitte zu den Direktiven hinzufügen, die Ihre Website sendet. Mehr ist nicht nötig: kein unsafe-inline, kein unsafe-eval.',
    directives: 'Direktiven',
    copyInstructions: 'Mit Anleitung kopieren',
    instructionsCopied: 'Anleitung in die Zwischenablage kopiert',
  },
  renders: {
    'bottom-right': { name: 'Unten rechts', text: 'Ein runder Button in der Ecke, der den Chat darüber öffnet.' },
    'bottom-left': { name: 'Unten links', text: 'Ein runder Button in der anderen Ecke.' },
    popup: { name: 'Popup', text: 'Ein breiter Button mit dem Namen des Agenten am Fuß der Seite.' },
    'full-width': {
      name: 'Volle Breite',
      text: 'Der Chat ist Teil der Seite, so breit wie der Platz, den Sie ihm geben.',
    },
    modal: { name: 'Modal', text: 'Der Chat öffnet sich in der Mitte, die Seite dahinter ist abgedunkelt.' },
  },
  ways: {
    html: {
      name: 'HTML',
      steps: 'Auf jeder Seite, die den Chat haben soll, vor </body> einfügen.',
      note: 'Geht auf jeder Website, die Skripte erlaubt; in einem Website-Baukasten nach „eigener Code“ oder „Einbetten“ suchen.',
    },
    react: {
      name: 'React',
      steps: 'Als ParlanceChat.jsx speichern.\n<ParlanceChat /> einmal nahe der Wurzel Ihrer App einsetzen.',
      note: 'Räumt hinter sich auf, auch im StrictMode. In Next.js beginnt die Datei mit "use client".',
    },
    wordpress: {
      name: 'WordPress',
      steps:
        'Unter Plugins WPCode oder ein anderes Plugin für Header und Footer installieren.\nCode Snippets > Header & Footer öffnen und dies bei Footer einfügen.\nÄnderungen speichern und den Cache Ihrer Website leeren, falls sie einen hat.',
      theme: 'Ohne Plugin: dasselbe in der functions.php Ihres Child-Themes.',
      note: 'Plugins, die Skripte verzögern (WP Rocket, LiteSpeed und andere), sollten widget.js auslassen.',
    },
    shopify: {
      name: 'Shopify',
      steps:
        'Onlineshop > Themes öffnen.\nNeben Ihrem Theme … > Code bearbeiten wählen und layout/theme.liquid öffnen.\nDies direkt vor </body> einfügen und speichern.',
      note: 'Die Seiten der Kasse führen keinen Theme-Code aus, dort gibt es den Chat also nicht.',
    },
    webflow: {
      name: 'Webflow',
      steps:
        'Site settings > Custom code öffnen.\nDies bei Footer code einfügen und die Änderungen speichern.\nWebsite veröffentlichen: Der Designer und die alte Version zeigen es nicht.',
      note: 'Eigener Code braucht einen bezahlten Tarif. Für volle Breite kommt er in ein Code-Embed-Element, wo der Chat stehen soll.',
    },
    tagManager: {
      name: 'Tag Manager',
      steps:
        'Im Google Tag Manager Tags > Neu > Benutzerdefiniertes HTML wählen und dies einfügen.\nAls Trigger Initialization - All Pages oder All Pages wählen.\nSpeichern, dann den Container mit Senden veröffentlichen.',
      note: 'Das Tag erzeugt das Script-Element selbst, weil der Tag Manager die data-Attribute eines eingefügten verwirft.',
    },
    older: {
      name: 'VG_CONFIG',
      steps: 'Für Seiten, die window.VG_CONFIG setzen: beide Skripte vor </body>, in dieser Reihenfolge.',
      note: 'Seiten, die es schon haben, brauchen keine Änderung. Eine Seite mit Content Security Policy muss das erste Skript per Nonce erlauben.',
    },
  },
  check: {
    label: 'Adresse Ihrer Seite',
    hint: 'Wir lesen die Seite einmal, wie ein Browser sie bekommt, ohne ihre Skripte auszuführen.',
    now: 'Prüfen',
    looking: 'Seite wird angesehen',
    noAddress: 'Bitte die Adresse einer Seite eingeben, zum Beispiel https://www.example.com.',
    seen: 'Zuletzt gesehen',
    never: 'Noch hat keine Website dieses Widget geladen. Der erste Aufruf erscheint hier innerhalb einer Minute.',
    loads_one: '{{number}} Aufruf',
    loads_other: '{{number}} Aufrufe',
    verdicts: {
      live: 'Das Widget ist auf dieser Seite live.',
      broken: 'Das Widget ist auf dieser Seite, wird aber nicht angezeigt.',
      missing: 'Das Widget ist nicht auf dieser Seite.',
      unsure: 'Aus der Seite allein lässt es sich nicht erkennen.',
      unread: 'Die Seite ließ sich nicht lesen.',
    },
    reasons: {
      'not-public': 'Diese Adresse führt zu keiner Seite im öffentlichen Internet.',
      redirects: 'Die Seite leitet immer weiter, ohne je anzukommen.',
      'too-large': 'Die Seite ist zu groß zum Lesen.',
      timeout: 'Die Website hat nicht innerhalb von zehn Sekunden geantwortet.',
      certificate: 'Das Zertifikat der Website ist nicht gültig.',
      busy: 'Gerade werden zu viele Seiten angesehen. Bitte gleich noch einmal versuchen.',
      unreachable: 'Die Website war nicht erreichbar.',
    },
    blocked: {
      header: 'Die eigene Content Security Policy der Seite (ein Header) blockiert das Widget.',
      meta: 'Die eigene Content Security Policy der Seite (ein Meta-Tag) blockiert das Widget.',
      both: 'Die eigenen Content Security Policies der Seite (Header und Meta-Tag) blockieren das Widget.',
      todo: 'Bitte zu ihren Direktiven hinzufügen:',
    },
    findings: {
      found: { what: 'Das Tag nennt diesen Agenten und seine Region.', todo: '' },
      unread: {
        what: '',
        todo: 'Bitte die Adresse prüfen. Seiten im eigenen Netzwerk oder hinter einem Passwort lassen sich von hier nicht ansehen.',
      },
      status: {
        what: 'Die Website hat mit einem Fehler geantwortet ({{status}}).',
        todo: 'Bitte die Seite in einem privaten Fenster öffnen. Ist sie da, weist die Website Bots ab; dann gilt „Zuletzt gesehen“ unten.',
      },
      'not-html': {
        what: 'Diese Adresse ist keine Seite, sondern {{type}}.',
        todo: 'Bitte die Adresse einer Seite eingeben, die den Chat haben soll.',
      },
      redirected: { what: '{{from}} führt zu {{to}}.', todo: '' },
      cut: {
        what: 'Die Seite ist sehr lang; nur ihr Anfang wurde gelesen.',
        todo: 'Das Tag steht vielleicht weiter unten.',
      },
      missing: {
        what: 'In der Seite ist kein Tag des Widgets.',
        todo: 'Bitte den Code vor </body> einfügen, die Website veröffentlichen und ihren Cache leeren. Seiten, die sich erst im Browser aufbauen, zeigen uns ihre Tags nicht; dann gilt „Zuletzt gesehen“ unten.',
      },
      'seen-before': {
        what: 'Das Tag steht nicht in der Seite selbst, aber diese Website lud das Widget zuletzt',
        todo: 'Es kommt aus einem Skript der Seite, etwa einem Framework oder einem Tag-Manager.',
      },
      'tag-manager': {
        what: 'Die Seite hat einen Tag-Manager ({{containers}}), der das Widget vielleicht mitbringt.',
        todo: 'Hineinsehen können wir nicht. Bitte die Seite einmal öffnen; dann erscheint die Website unter „Zuletzt gesehen“. Falls nicht, bitte prüfen, ob das Tag auf dieser Seite auslöst und der Container veröffentlicht ist.',
      },
      'other-agent': {
        what: 'Das Tag nennt einen anderen Agenten: {{agent}}.',
        todo: 'Bitte den Code durch den dieses Agenten ersetzen oder hier den anderen Agenten öffnen.',
      },
      'no-agent': {
        what: 'Das Tag nennt keinen Agenten.',
        todo: 'Etwas hat data-agent entfernt. In einem Tag-Manager bitte den Code dafür verwenden.',
      },
      'wrong-region': {
        what: 'Das Tag sagt Region {{region}}, aber der Agent liegt in {{expected}}.',
        todo: 'Bitte data-region auf {{expected}} setzen.',
      },
      'other-origin': {
        what: 'Das Skript kommt von {{origin}}.',
        todo: 'Bitte von {{expected}} laden, wo dieser Agent liegt.',
      },
      'mixed-content': {
        what: 'Das Skript wird über http geladen, was Browser auf einer https-Seite blockieren.',
        todo: 'Seine Adresse muss mit https:// beginnen.',
      },
      'http-page': {
        what: 'Die Seite ist nicht verschlüsselt (http).',
        todo: 'Der Chat funktioniert, das Mikrofon aber nicht, und andere können unterwegs mitlesen. Bitte https verwenden.',
      },
      held: {
        what: 'Das Tag wird zurückgehalten: Sein Typ ist {{type}}.',
        todo: 'Das macht ein Consent-Banner. Es läuft, sobald der Besucher zustimmt; damit es sofort läuft, gehört es zu den notwendigen Skripten.',
      },
      inert: {
        what: 'Das Tag steht in noscript oder template, wo nichts ausgeführt wird.',
        todo: 'Bitte herausnehmen, direkt vor </body>.',
      },
      commented: { what: 'Das Tag ist auskommentiert.', todo: 'Bitte <!-- und --> darum herum entfernen.' },
      'site-not-allowed': {
        what: 'Der Agent erlaubt {{site}} nicht.',
        todo: 'Bitte die Website unter Einstellungen > Sicherheit > Erlaubte Websites hinzufügen und veröffentlichen.',
      },
    },
  },
  sites: {
    title: 'Websites',
    text: 'Wo der Chat stehen darf.',
    hint: 'Eine Domain pro Zeile. Leer: Jede Website darf das Widget tragen. Unsere eigenen Seiten dürfen es immer.',
    unfit: 'Die Liste der Websites hat einen Eintrag, der keine Domain ist.',
    wrong: '„{{site}}“ ist keine Domain. Bitte eine wie example.com oder *.example.com eingeben.',
    tooMany: 'Höchstens {{count}} Domains passen.',
    lockedOut: 'Diese Liste lässt Websites aus, die das Widget jetzt tragen: {{sites}}.',
  },
  page: {
    positionHint: 'Wo der Einbettungscode keine Ecke nennt.',
    left: 'Links',
    right: 'Rechts',
    ignoredHint: 'Besuche dieser Pfade erfährt der Agent nicht. * steht für Beliebiges. Nach jedem Enter drücken.',
  },
  sending: {
    title: 'Was Besucher senden dürfen',
    text: 'Neben dem, was sie schreiben.',
    attachmentsHint: 'Bilder und Dokumente bis je 10 MB. Agenten, deren Modell Bilder sieht, schauen sie an.',
    voiceHint:
      'Besucher nehmen auf, was sie sagen möchten. Ein Sprachmodell schreibt es auf, bevor der Agent antwortet.',
  },
  closed: {
    title: 'Solange der Chat geschlossen ist',
    text: 'Wie Besucher merken, dass etwas gekommen ist.',
    soundHint: 'Ein kurzer, leiser Ton, sobald der Besucher die Seite berührt hat.',
    flashHint: 'Der Titel des Browser-Tabs wechselt, bis der Chat geöffnet wird.',
  },
  ending: {
    title: 'Am Ende',
    text: 'Was angeboten wird, wenn ein Gespräch endet.',
    ratingHint: 'Eins bis fünf und eine Zeile dazu. Sie sehen sie neben dem Gespräch.',
    transcriptHint: 'Besucher können sich ihr Gespräch an eine eigene E-Mail-Adresse senden lassen.',
    transcriptOff: 'Ohne Chatverlauf lässt sich nichts per E-Mail senden.',
  },
  consent: {
    title: 'Einwilligung',
    text: 'Wozu Besucher zustimmen, bevor sie schreiben.',
    hint: 'Ein: Nichts wird gesendet, bevor der Besucher zugestimmt hat. Ändert sich der Text, wird erneut gefragt.',
    textHint: 'Markdown. Die Datenschutzerklärung so verlinken: [Datenschutzerklärung](https://your-site/privacy)',
    start: 'Um Ihnen zu antworten, verarbeiten wir, was Sie hier schreiben.',
    missing: 'Bitte schreiben, wozu Besucher zustimmen.',
    preview: 'Vorschau',
    agree: 'Zustimmen',
  },
  signing: {
    title: 'Signierte Besucher',
    text: 'Wo Menschen auf Ihrer Website angemeldet sind, kann der Chat sie kennen: dasselbe Gespräch auf jedem Gerät, mit Name und E-Mail-Adresse.',
    server: 'Ihr Server signiert mit dem geheimen Schlüssel dieses Agenten, wer sie sind.',
    codeOf: 'Code für {{language}}',
    withKey: 'Geheimen Schlüssel in den Code einsetzen',
    withKeyHint: 'Aus: Der Code liest ihn aus der Umgebungsvariable {{variable}}.',
    page: 'Die Seite übergibt das Token, im Tag oder später mit parlance.setUser(token).',
    tag: 'Tag mit Token',
    rules:
      'Nie im Browser signieren: Wer den Schlüssel hat, kann sich als jeder ausgeben.\nEin Token gilt hier eine Stunde; 24 Stunden sind das Höchste.\nBeim Abmelden parlance.setUser(null) aufrufen.\nNach dem Erneuern des Schlüssels werden alte Token abgewiesen, und es geht als Unbekannte weiter.',
  },
  handoff: {
    timeout: 'Auf einen Menschen warten, in Sekunden',
    timeoutHint: 'Danach können Besucher eine Nachricht mit ihrer E-Mail-Adresse hinterlassen. 0 bietet das sofort an.',
  },
} as const
