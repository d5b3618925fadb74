// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  loaded: 'Données du widget chargées',
  new: 'Nouveau widget',
  settingsOf: 'Paramètres du widget',
  voiceflow: { have: 'Vous avez un assistant chez Voiceflow ?', connect: 'Lui créer un widget' },
  label: 'Parties du widget',
  back: 'Tous les agents',
  tabs: { overview: 'Aperçu', sources: 'Sources', theme: 'Thème', settings: 'Paramètres', channels: 'Canaux' },
  saveToEnable: 'Enregistrer d’abord',
  noSources: 'Enregistrez le widget pour l’instruire',
  noSourcesText:
    'Les sources appartiennent à un widget existant. Appuyez sur Enregistrer ci-dessus, puis ajoutez ici des pages, des fichiers et des textes.',
  saveForPictures: 'Les images pourront être envoyées une fois le widget enregistré.',
  bar: {
    unsaved: 'Pas encore enregistré',
    prototype: 'Prototype',
    demo: 'Démo',
    test: 'Tester le chatbot',
    saveFirst: 'Enregistrez d’abord le widget.',
    deploy: 'Déployer le widget',
    notPublished: 'Veuillez d’abord enregistrer et publier.',
    save: 'Enregistrer',
    draft: 'Conservé comme brouillon',
    draftHint: 'Les visiteurs l’ont quand vous appuyez sur Enregistrer.',
  },
  overview: {
    new: 'Ce widget n’est pas encore enregistré',
    newText: 'Enregistrez-le pour le tester, l’instruire, connecter des canaux et obtenir son code d’intégration.',
    where: 'Où le voir',
    whereText: 'Tel que les visiteurs le rencontrent, et tout ce que l’agent peut faire d’autre.',
    all: 'Tous les paramètres de l’agent',
  },
  deploy: {
    code: 'Le placer sur votre site',
    live: 'Est-il en ligne ?',
    unpublishedText:
      'Les visiteurs ont ce qui a été enregistré en dernier. Enregistrez pour leur donner ce que vous voyez ici.',
    ways: 'Moyens de le placer sur un site',
    demo: 'Le voir sur le site d’exemple',
    codeFor: 'Code pour {{way}}',
    themeCode: 'le code pour le thème',
    policy: 'Mon site a une Content Security Policy',
    policyText:
      'Ajoutez ces sources aux directives que votre site envoie. Rien d’autre n’est nécessaire : ni unsafe-inline, ni unsafe-eval.',
    directives: 'les directives',
    copyInstructions: 'Copier avec les instructions',
    instructionsCopied: 'Instructions copiées dans le presse-papiers !',
  },
  renders: {
    'bottom-right': {
      name: 'En bas à droite',
      text: 'Un bouton rond dans le coin, qui ouvre le chat au-dessus de lui.',
    },
    'bottom-left': { name: 'En bas à gauche', text: 'Un bouton rond dans l’autre coin.' },
    popup: { name: 'Pop-up', text: 'Un bouton large avec le nom de l’agent au pied de la page.' },
    'full-width': {
      name: 'Pleine largeur',
      text: 'Le chat fait partie de la page, aussi large que la place que vous lui donnez.',
    },
    modal: { name: 'Modale', text: 'Le chat s’ouvre au milieu, et la page derrière lui est assombrie.' },
  },
  ways: {
    html: {
      name: 'HTML',
      steps: 'Collez ceci avant </body> sur chaque page qui doit avoir le chat.',
      note: 'Fonctionne sur tout site qui autorise les scripts ; dans un créateur de sites, cherchez « code personnalisé » ou « intégration ».',
    },
    react: {
      name: 'React',
      steps:
        'Enregistrez ceci sous ParlanceChat.jsx.\nPlacez <ParlanceChat /> une fois près de la racine de votre application.',
      note: 'Il fait le ménage derrière lui, aussi en StrictMode. Dans Next.js, le fichier commence par « use client ».',
    },
    wordpress: {
      name: 'WordPress',
      steps:
        'Sous Extensions, installez WPCode ou une autre extension pour en-têtes et pieds de page.\nOuvrez Code Snippets > Header & Footer et collez ceci dans Footer.\nEnregistrez les modifications, et videz le cache de votre site s’il en a un.',
      theme: 'Sans extension : la même chose dans functions.php de votre thème enfant.',
      note: 'Les extensions qui retardent les scripts (WP Rocket, LiteSpeed et autres) devraient laisser widget.js de côté.',
    },
    shopify: {
      name: 'Shopify',
      steps:
        'Ouvrez Boutique en ligne > Thèmes.\nÀ côté de votre thème, choisissez … > Modifier le code, et ouvrez layout/theme.liquid.\nCollez ceci juste avant </body> et enregistrez.',
      note: 'Les pages de paiement n’exécutent aucun code du thème : le chat n’y est donc pas.',
    },
    webflow: {
      name: 'Webflow',
      steps:
        'Ouvrez Site settings > Custom code.\nCollez ceci dans Footer code et enregistrez les modifications.\nPubliez le site : le Designer et l’ancienne version ne le montrent pas.',
      note: 'Le code personnalisé demande une offre payante. Pour Pleine largeur, placez-le dans un élément Code Embed là où le chat doit se trouver.',
    },
    tagManager: {
      name: 'Tag Manager',
      steps:
        'Dans Google Tag Manager, choisissez Balises > Nouvelle > HTML personnalisé et collez ceci.\nComme déclencheur, choisissez Initialization - All Pages ou All Pages.\nEnregistrez, puis envoyez et publiez le conteneur.',
      note: 'La balise crée elle-même l’élément script, car Tag Manager supprime les attributs data d’un élément collé.',
    },
    older: {
      name: 'VG_CONFIG',
      steps: 'Pour les pages qui définissent window.VG_CONFIG : les deux scripts avant </body>, dans cet ordre.',
      note: 'Les pages qui l’ont déjà n’ont rien à changer. Une page avec une Content Security Policy doit autoriser le premier script par un nonce.',
    },
  },
  check: {
    label: 'Adresse de votre page',
    hint: 'Nous lisons la page une fois, telle qu’un navigateur la reçoit, sans exécuter ses scripts.',
    now: 'Vérifier',
    looking: 'Consultation de la page',
    noAddress: 'Saisissez l’adresse d’une page, par exemple https://www.example.com.',
    seen: 'Vu en dernier',
    never: 'Aucun site n’a encore chargé ce widget. Le premier chargement apparaît ici en moins d’une minute.',
    loads_one: '{{number}} chargement',
    loads_many: '{{number}} chargements',
    loads_other: '{{number}} chargements',
    verdicts: {
      live: 'Le widget est en ligne sur cette page.',
      broken: 'Le widget est sur cette page, mais il ne s’affiche pas.',
      missing: 'Le widget n’est pas sur cette page.',
      unsure: 'La page seule ne permet pas de le dire.',
      unread: 'La page n’a pas pu être lue.',
    },
    reasons: {
      'not-public': 'Cette adresse ne mène pas à une page de l’internet public.',
      redirects: 'La page redirige encore et encore sans jamais arriver.',
      'too-large': 'La page est trop grande pour être lue.',
      timeout: 'Le site n’a pas répondu en dix secondes.',
      certificate: 'Le certificat du site n’est pas valide.',
      busy: 'Trop de pages sont consultées en ce moment. Réessayez dans un instant.',
      unreachable: 'Le site est injoignable.',
    },
    blocked: {
      header: 'La Content Security Policy de la page elle-même (un en-tête) bloque le widget.',
      meta: 'La Content Security Policy de la page elle-même (une balise meta) bloque le widget.',
      both: 'Les Content Security Policies de la page elle-même (en-tête et balise meta) bloquent le widget.',
      todo: 'Ajoutez ceci aux directives qu’elle a :',
    },
    findings: {
      found: { what: 'La balise nomme cet agent et sa région.', todo: '' },
      unread: {
        what: '',
        todo: 'Vérifiez l’adresse. Les pages de votre propre réseau ou derrière un mot de passe ne peuvent pas être consultées d’ici.',
      },
      status: {
        what: 'Le site a répondu par une erreur ({{status}}).',
        todo: 'Ouvrez la page dans une fenêtre privée. Si elle est là, le site refuse les robots ; fiez-vous alors à « Vu en dernier » ci-dessous.',
      },
      'not-html': {
        what: 'Cette adresse n’est pas une page mais {{type}}.',
        todo: 'Saisissez l’adresse d’une page qui doit avoir le chat.',
      },
      redirected: { what: '{{from}} mène à {{to}}.', todo: '' },
      cut: {
        what: 'La page est très longue ; seul son début a été lu.',
        todo: 'La balise se trouve peut-être plus bas.',
      },
      missing: {
        what: 'Il n’y a pas de balise du widget dans la page.',
        todo: 'Collez le code avant </body>, publiez votre site et videz son cache. Les pages qui se construisent dans le navigateur ne nous montrent pas leurs balises ; fiez-vous alors à « Vu en dernier » ci-dessous.',
      },
      'seen-before': {
        what: 'La balise n’est pas dans la page elle-même, mais ce site a chargé le widget',
        todo: 'Elle vient d’un script de la page, par exemple d’un framework ou d’un gestionnaire de balises.',
      },
      'tag-manager': {
        what: 'La page a un gestionnaire de balises ({{containers}}), qui apporte peut-être le widget.',
        todo: 'Nous ne pouvons pas voir à l’intérieur. Ouvrez la page une fois ; le site apparaît alors sous « Vu en dernier ». Sinon, vérifiez que la balise se déclenche sur cette page et que le conteneur est publié.',
      },
      'other-agent': {
        what: 'La balise nomme un autre agent : {{agent}}.',
        todo: 'Remplacez le code par celui de cet agent, ou ouvrez l’autre agent ici.',
      },
      'no-agent': {
        what: 'La balise ne nomme aucun agent.',
        todo: 'Quelque chose a retiré data-agent. Dans un gestionnaire de balises, utilisez le code prévu pour lui.',
      },
      'wrong-region': {
        what: 'La balise indique la région {{region}}, mais l’agent se trouve dans {{expected}}.',
        todo: 'Mettez data-region à {{expected}}.',
      },
      'other-origin': {
        what: 'Le script vient de {{origin}}.',
        todo: 'Chargez-le depuis {{expected}}, où se trouve cet agent.',
      },
      'mixed-content': {
        what: 'Le script est chargé en http, ce que les navigateurs bloquent sur une page https.',
        todo: 'Faites commencer son adresse par https://.',
      },
      'http-page': {
        what: 'La page n’est pas chiffrée (http).',
        todo: 'Le chat fonctionne, mais pas le microphone, et d’autres peuvent lire sur le trajet. Utilisez https.',
      },
      held: {
        what: 'La balise est retenue : son type est {{type}}.',
        todo: 'C’est l’œuvre d’un bandeau de consentement. Elle s’exécute dès que le visiteur accepte ; pour l’avoir tout de suite, rangez-la parmi les scripts nécessaires.',
      },
      inert: {
        what: 'La balise se trouve dans noscript ou template, où rien ne s’exécute.',
        todo: 'Sortez-la de là, juste avant </body>.',
      },
      commented: { what: 'La balise est en commentaire.', todo: 'Retirez <!-- et --> autour d’elle.' },
      'site-not-allowed': {
        what: 'L’agent n’autorise pas {{site}}.',
        todo: 'Ajoutez le site sous Paramètres > Sécurité > Sites autorisés, et publiez.',
      },
    },
  },
  sites: {
    title: 'Sites',
    text: 'Où le chat peut se trouver.',
    hint: 'Un domaine par ligne. Vide : tout site peut porter le widget. Nos propres pages le peuvent toujours.',
    unfit: 'La liste des sites contient une entrée qui n’est pas un domaine.',
    wrong: '« {{site}} » n’est pas un domaine. Saisissez-en un comme example.com ou *.example.com.',
    tooMany: 'Au plus {{count}} domaines.',
    lockedOut: 'Cette liste laisse de côté des sites qui portent actuellement le widget : {{sites}}.',
  },
  page: {
    positionHint: 'Quand le code d’intégration ne nomme aucun coin.',
    left: 'Gauche',
    right: 'Droite',
    ignoredHint:
      'Les visites de ces chemins ne sont pas signalées à l’agent. * remplace n’importe quoi. Appuyez sur Entrée après chacun.',
  },
  sending: {
    title: 'Ce que les visiteurs peuvent envoyer',
    text: 'En plus de ce qu’ils écrivent.',
    attachmentsHint:
      'Images et documents de 10 Mo chacun au plus. Les agents dont le modèle voit les images les regardent.',
    voiceHint:
      'Les visiteurs enregistrent ce qu’ils veulent dire. Un modèle vocal le met par écrit avant que l’agent réponde.',
  },
  closed: {
    title: 'Quand le chat est fermé',
    text: 'Comment les visiteurs remarquent que quelque chose est arrivé.',
    soundHint: 'Un son bref et discret, une fois que le visiteur a touché la page.',
    flashHint: 'Le titre de l’onglet alterne jusqu’à l’ouverture du chat.',
  },
  ending: {
    title: 'À la fin',
    text: 'Ce qui est proposé quand une conversation se termine.',
    ratingHint: 'De un à cinq, et quelques mots. Vous les voyez à côté de la conversation.',
    transcriptHint: 'Les visiteurs peuvent se faire envoyer leur conversation à leur adresse e-mail.',
    transcriptOff: 'Rien ne peut être envoyé tant que l’historique des conversations n’est pas conservé.',
  },
  consent: {
    title: 'Consentement',
    text: 'Ce que les visiteurs acceptent avant d’écrire.',
    hint: 'Activé : rien n’est envoyé avant l’accord du visiteur. L’accord est redemandé quand le texte change.',
    textHint:
      'Markdown. Liez votre politique de confidentialité ainsi : [politique de confidentialité](https://your-site/privacy)',
    start: 'Pour vous répondre, nous traitons ce que vous écrivez ici.',
    missing: 'Dites ce que les visiteurs acceptent.',
    preview: 'Aperçu',
    agree: 'Accepter',
  },
  signing: {
    title: 'Visiteurs signés',
    text: 'Si les gens sont connectés sur votre site, le chat peut les reconnaître : la même conversation sur chaque appareil, avec nom et adresse e-mail.',
    server: 'Votre serveur signe leur identité, avec la clé secrète de cet agent.',
    codeOf: 'Code pour {{language}}',
    withKey: 'Mettre la clé secrète dans le code',
    withKeyHint: 'Désactivé : le code la lit dans la variable d’environnement {{variable}}.',
    page: 'La page transmet le jeton, dans la balise ou plus tard par parlance.setUser(token).',
    tag: 'la balise avec un jeton',
    rules:
      'Ne signez jamais dans le navigateur : quiconque a la clé peut être n’importe qui.\nUn jeton vaut ici une heure ; 24 heures sont le maximum.\nAppelez parlance.setUser(null) quand quelqu’un se déconnecte.\nAprès le renouvellement de la clé, les anciens jetons sont refusés et les gens continuent comme des inconnus.',
  },
  handoff: {
    timeout: 'Attendre un humain, en secondes',
    timeoutHint:
      'Ensuite, les visiteurs peuvent laisser un message avec leur adresse e-mail. 0 le propose tout de suite.',
  },
} as const
