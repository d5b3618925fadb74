// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  loaded: 'Dados do widget carregados',
  new: 'Novo widget',
  settingsOf: 'Configurações do widget',
  voiceflow: { have: 'Você tem um assistente no Voiceflow?', connect: 'Crie um widget para ele' },
  label: 'Partes do widget',
  back: 'Todos os agentes',
  tabs: {
    overview: 'Visão geral',
    sources: 'Fontes',
    theme: 'Tema',
    settings: 'Configurações',
    channels: 'Canais',
  },
  saveToEnable: 'Salve para ativar',
  noSources: 'Salve o widget para ensiná-lo',
  noSourcesText:
    'As fontes pertencem a um widget que existe. Pressione Salvar acima e depois adicione páginas, arquivos e textos aqui.',
  saveForPictures: 'Dá para enviar imagens depois que o widget for salvo.',
  bar: {
    unsaved: 'Ainda não salvo',
    prototype: 'Protótipo',
    demo: 'Demo',
    test: 'Testar chatbot',
    saveFirst: 'Salve antes o widget.',
    deploy: 'Instalar widget',
    notPublished: 'Salve e publique antes.',
    save: 'Salvar',
    draft: 'Guardado como rascunho',
    draftHint: 'Os visitantes o recebem quando você pressiona Salvar.',
  },
  overview: {
    new: 'Este widget ainda não foi salvo',
    newText: 'Salve-o para testar, ensinar, conectar canais e obter o código de incorporação.',
    where: 'Onde vê-lo',
    whereText: 'Como os visitantes o encontram, e tudo o mais que o agente pode fazer.',
    all: 'Todas as configurações do agente',
  },
  deploy: {
    code: 'Ponha no seu site',
    live: 'Está no ar?',
    unpublishedText: 'Os visitantes recebem o que foi salvo por último. Salve para dar a eles o que você vê aqui.',
    ways: 'Formas de pôr em um site',
    demo: 'Ver no site de exemplo',
    codeFor: 'Código para {{way}}',
    themeCode: 'o código para o tema',
    policy: 'Meu site tem uma Content Security Policy',
    policyText:
      'Adicione estas fontes às diretivas que seu site envia. Nada mais é preciso: nem unsafe-inline, nem unsafe-eval.',
    directives: 'as diretivas',
    copyInstructions: 'Copiar com instruções',
    instructionsCopied: 'Instruções copiadas!',
  },
  renders: {
    'bottom-right': {
      name: 'Embaixo, à direita',
      text: 'Um botão redondo no canto que abre o chat acima dele.',
    },
    'bottom-left': { name: 'Embaixo, à esquerda', text: 'Um botão redondo no outro canto.' },
    popup: { name: 'Popup', text: 'Um botão largo com o nome do agente no pé da página.' },
    'full-width': {
      name: 'Largura total',
      text: 'O chat é uma parte da página, tão largo quanto o espaço que você der a ele.',
    },
    modal: { name: 'Modal', text: 'O chat abre no meio, com a página escurecida atrás dele.' },
  },
  ways: {
    html: {
      name: 'HTML',
      steps: 'Cole isto antes de </body> em todas as páginas que devem ter o chat.',
      note: 'Funciona em qualquer site que permita scripts; em um construtor de sites, procure “código personalizado” ou “incorporar”.',
    },
    react: {
      name: 'React',
      steps: 'Salve isto como ParlanceChat.jsx.\nPonha <ParlanceChat /> uma vez perto da raiz do seu app.',
      note: 'Ele limpa tudo ao sair, também no StrictMode. No Next.js, o arquivo começa com “use client”.',
    },
    wordpress: {
      name: 'WordPress',
      steps:
        'Em Plugins, instale o WPCode ou outro plugin para cabeçalhos e rodapés.\nAbra Code Snippets > Header & Footer e cole isto em Footer.\nSalve as alterações e limpe o cache do seu site, se houver.',
      theme: 'Sem plugin: o mesmo em functions.php do seu tema filho.',
      note: 'Plugins que atrasam scripts (WP Rocket, LiteSpeed e outros) devem deixar widget.js de fora.',
    },
    shopify: {
      name: 'Shopify',
      steps:
        'Abra Loja virtual > Temas.\nAo lado do seu tema, escolha … > Editar código e abra layout/theme.liquid.\nCole isto logo antes de </body> e salve.',
      note: 'As páginas do checkout não executam código do tema, então o chat não aparece lá.',
    },
    webflow: {
      name: 'Webflow',
      steps:
        'Abra Site settings > Custom code.\nCole isto em Footer code e salve as alterações.\nPublique o site: o designer e a versão antiga não o mostram.',
      note: 'Código personalizado exige um plano pago. Para Largura total, ponha-o em um elemento Code Embed onde o chat deve ficar.',
    },
    tagManager: {
      name: 'Tag Manager',
      steps:
        'No Google Tag Manager, escolha Tags > Nova > HTML personalizado e cole isto.\nComo acionador, escolha Initialization - All Pages ou All Pages.\nSalve e depois escolha Enviar e Publicar o contêiner.',
      note: 'A tag cria o elemento de script por conta própria, porque o Tag Manager descarta os atributos data de um script colado.',
    },
    older: {
      name: 'VG_CONFIG',
      steps: 'Para páginas que definem window.VG_CONFIG: os dois scripts antes de </body>, nesta ordem.',
      note: 'Páginas que já o têm não precisam mudar. Uma página com Content Security Policy deve permitir o primeiro script por um nonce.',
    },
  },
  check: {
    label: 'Endereço da sua página',
    hint: 'Lemos a página uma vez, como um navegador a recebe, sem executar os scripts dela.',
    now: 'Verificar',
    looking: 'Olhando a página',
    noAddress: 'Digite o endereço de uma página, por exemplo https://www.example.com.',
    seen: 'Visto por último',
    never: 'Nenhum site carregou este widget ainda. O primeiro carregamento aparece aqui em até um minuto.',
    loads_one: '{{number}} carregamento',
    loads_many: '{{number}} carregamentos',
    loads_other: '{{number}} carregamentos',
    verdicts: {
      live: 'O widget está no ar nesta página.',
      broken: 'O widget está nesta página, mas não aparece.',
      missing: 'O widget não está nesta página.',
      unsure: 'Não dá para saber só pela página.',
      unread: 'Não foi possível ler a página.',
    },
    reasons: {
      'not-public': 'Este endereço não leva a uma página na internet pública.',
      redirects: 'A página redireciona repetidas vezes sem nunca chegar.',
      'too-large': 'A página é grande demais para ser lida.',
      timeout: 'O site não respondeu em dez segundos.',
      certificate: 'O certificado do site não é válido.',
      busy: 'Há páginas demais sendo verificadas. Tente de novo em instantes.',
      unreachable: 'Não foi possível acessar o site.',
    },
    blocked: {
      header: 'A própria Content Security Policy da página (um cabeçalho) bloqueia o widget.',
      meta: 'A própria Content Security Policy da página (uma meta tag) bloqueia o widget.',
      both: 'As próprias Content Security Policies da página (cabeçalho e meta tag) bloqueiam o widget.',
      todo: 'Adicione isto às diretivas que ela tem:',
    },
    findings: {
      found: { what: 'A tag indica este agente e sua região.', todo: '' },
      unread: {
        what: '',
        todo: 'Confira o endereço. Páginas da sua própria rede ou protegidas por senha não podem ser vistas daqui.',
      },
      status: {
        what: 'O site respondeu com um erro ({{status}}).',
        todo: 'Abra a página em uma janela anônima. Se ela estiver lá, o site recusa robôs; nesse caso, confie em “Visto por último”, abaixo.',
      },
      'not-html': {
        what: 'Este endereço não é uma página, e sim {{type}}.',
        todo: 'Digite o endereço de uma página que deve ter o chat.',
      },
      redirected: { what: '{{from}} leva a {{to}}.', todo: '' },
      cut: {
        what: 'A página é muito longa; só o começo foi lido.',
        todo: 'A tag pode estar mais abaixo.',
      },
      missing: {
        what: 'Não há nenhuma tag do widget na página.',
        todo: 'Cole o código antes de </body>, publique seu site e limpe o cache. Páginas que se montam no navegador não nos mostram suas tags; nesse caso, confie em “Visto por último”, abaixo.',
      },
      'seen-before': {
        what: 'A tag não está na página em si, mas este site carregou o widget',
        todo: 'Ela vem de um script da página, como um framework ou um gerenciador de tags.',
      },
      'tag-manager': {
        what: 'A página tem um gerenciador de tags ({{containers}}), que pode trazer o widget.',
        todo: 'Não conseguimos ver dentro dele. Abra a página uma vez; o site aparece então em “Visto por último”. Se não aparecer, confira se a tag dispara nesta página e se o contêiner está publicado.',
      },
      'other-agent': {
        what: 'A tag indica outro agente: {{agent}}.',
        todo: 'Substitua o código pelo deste agente, ou abra o outro agente aqui.',
      },
      'no-agent': {
        what: 'A tag não indica nenhum agente.',
        todo: 'Algo removeu data-agent. Em um gerenciador de tags, use o código feito para ele.',
      },
      'wrong-region': {
        what: 'A tag diz região {{region}}, mas o agente fica em {{expected}}.',
        todo: 'Defina data-region como {{expected}}.',
      },
      'other-origin': {
        what: 'O script vem de {{origin}}.',
        todo: 'Carregue-o de {{expected}}, onde este agente fica.',
      },
      'mixed-content': {
        what: 'O script é carregado por http, o que os navegadores bloqueiam em uma página https.',
        todo: 'Faça o endereço dele começar com https://.',
      },
      'http-page': {
        what: 'A página não é criptografada (http).',
        todo: 'O chat funciona, mas o microfone não, e outros no caminho podem ler junto. Use https.',
      },
      held: {
        what: 'A tag está retida: seu tipo é {{type}}.',
        todo: 'Um banner de consentimento faz isso. Ela roda quando o visitante concorda; para tê-la de imediato, ponha-a entre os scripts necessários.',
      },
      inert: {
        what: 'A tag está em noscript ou template, onde nada é executado.',
        todo: 'Mova-a para fora, logo antes de </body>.',
      },
      commented: { what: 'A tag está comentada.', todo: 'Remova <!-- e --> em volta dela.' },
      'site-not-allowed': {
        what: 'O agente não permite {{site}}.',
        todo: 'Adicione o site em Configurações > Segurança > Sites permitidos, e publique.',
      },
    },
  },
  sites: {
    title: 'Sites',
    text: 'Onde o chat pode ficar.',
    hint: 'Um domínio por linha. Vazio: qualquer site pode ter o widget. Nossas próprias páginas sempre podem.',
    unfit: 'A lista de sites tem uma entrada que não é um domínio.',
    wrong: '“{{site}}” não é um domínio. Digite um como example.com ou *.example.com.',
    tooMany: 'Cabem no máximo {{count}} domínios.',
    lockedOut: 'Esta lista deixa de fora sites que têm o widget agora: {{sites}}.',
  },
  page: {
    positionHint: 'Quando o código de incorporação não indica um canto.',
    left: 'Esquerda',
    right: 'Direita',
    ignoredHint:
      'Visitas a estes caminhos não são informadas ao agente. * vale por qualquer coisa. Pressione Enter após cada um.',
  },
  sending: {
    title: 'O que os visitantes podem enviar',
    text: 'Além do que escrevem.',
    attachmentsHint: 'Imagens e documentos de até 10 MB cada. Agentes cujo modelo vê imagens olham para elas.',
    voiceHint:
      'Os visitantes gravam o que querem dizer. Um modelo de fala transcreve a gravação antes de o agente responder.',
  },
  closed: {
    title: 'Enquanto o chat está fechado',
    text: 'Como os visitantes percebem que chegou algo.',
    soundHint: 'Um som curto e baixo, depois que o visitante tiver tocado na página.',
    flashHint: 'O título da aba do navegador alterna até o chat ser aberto.',
  },
  ending: {
    title: 'No fim',
    text: 'O que é oferecido quando uma conversa termina.',
    ratingHint: 'De um a cinco e uma linha de texto. Você vê tudo ao lado da conversa.',
    transcriptHint: 'Os visitantes podem receber a conversa em um endereço de e-mail.',
    transcriptOff: 'Nada pode ser enviado por e-mail enquanto o histórico do chat não é guardado.',
  },
  consent: {
    title: 'Consentimento',
    text: 'Com o que os visitantes concordam antes de escrever.',
    hint: 'Ativado: nada é enviado antes de o visitante concordar. Quem já concordou é perguntado de novo quando o texto muda.',
    textHint:
      'Markdown. Coloque o link da sua política de privacidade assim: [política de privacidade](https://seu-site/privacidade)',
    start: 'Para responder, processamos o que você escreve aqui.',
    missing: 'Diga com o que os visitantes concordam.',
    preview: 'Prévia',
    agree: 'Concordar',
  },
  signing: {
    title: 'Visitantes assinados',
    text: 'Onde as pessoas já entraram no seu site, o chat pode conhecê-las: a mesma conversa em todos os dispositivos, com nome e endereço de e-mail.',
    server: 'Seu servidor assina quem elas são, com a chave secreta deste agente.',
    codeOf: 'Código para {{language}}',
    withKey: 'Pôr a chave secreta no código',
    withKeyHint: 'Desativado: o código a lê da variável de ambiente {{variable}}.',
    page: 'A página entrega o token, na tag ou depois, por parlance.setUser(token).',
    tag: 'a tag com um token',
    rules:
      'Nunca assine no navegador: quem tem a chave pode ser qualquer pessoa.\nUm token vale por uma hora aqui; o máximo são 24 horas.\nChame parlance.setUser(null) quando alguém sair.\nDepois que a chave é renovada, tokens antigos são recusados e as pessoas continuam como desconhecidas.',
  },
  handoff: {
    timeout: 'Espera por uma pessoa, em segundos',
    timeoutHint:
      'Depois disso, os visitantes podem deixar uma mensagem com seu endereço de e-mail. 0 oferece isso na hora.',
  },
} as const
