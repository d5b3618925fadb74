// The widget of an agent: its settings page, how it comes onto a site, and whether it is there.
export const widget = {
  loaded: 'Los datos del widget se cargaron correctamente',
  new: 'Nuevo widget',
  settingsOf: 'Configuración del widget',
  voiceflow: { have: '¿Tienes un asistente en Voiceflow?', connect: 'Crear un widget para él' },
  label: 'Partes del widget',
  back: 'Todos los agentes',
  tabs: {
    overview: 'Resumen',
    sources: 'Fuentes',
    theme: 'Tema',
    settings: 'Configuración',
    channels: 'Canales',
  },
  saveToEnable: 'Guarda para activar',
  noSources: 'Guarda el widget para enseñarle',
  noSourcesText:
    'Las fuentes pertenecen a un widget que existe. Pulsa Guardar arriba y luego añade aquí páginas, archivos y textos.',
  saveForPictures: 'Se pueden enviar imágenes cuando el widget está guardado.',
  bar: {
    unsaved: 'Aún sin guardar',
    prototype: 'Prototipo',
    demo: 'Demo',
    test: 'Probar el chatbot',
    saveFirst: 'Guarda primero el widget.',
    deploy: 'Desplegar widget',
    notPublished: 'Primero guarda y publica.',
    save: 'Guardar',
    draft: 'Guardado como borrador',
    draftHint: 'Los visitantes lo reciben cuando pulsas Guardar.',
  },
  overview: {
    new: 'Este widget aún no está guardado',
    newText: 'Guárdalo para probarlo, enseñarle, conectar canales y obtener su código de inserción.',
    where: 'Dónde verlo',
    whereText: 'Como lo encuentran los visitantes, y todo lo demás que puede hacer el agente.',
    all: 'Toda la configuración del agente',
  },
  deploy: {
    code: 'Ponlo en tu sitio',
    live: '¿Está activo?',
    unpublishedText: 'Los visitantes reciben lo último que se guardó. Guarda para darles lo que ves aquí.',
    ways: 'Formas de ponerlo en un sitio',
    demo: 'Verlo en el sitio de ejemplo',
    codeFor: 'Código para {{way}}',
    themeCode: 'el código para el tema',
    policy: 'Mi sitio tiene una Content Security Policy',
    policyText:
      'Añade estas fuentes a las directivas que envía tu sitio. No hace falta nada más: ni unsafe-inline ni unsafe-eval.',
    directives: 'las directivas',
    copyInstructions: 'Copiar con instrucciones',
    instructionsCopied: '¡Instrucciones copiadas al portapapeles!',
  },
  renders: {
    'bottom-right': { name: 'Abajo a la derecha', text: 'Un botón redondo en la esquina que abre el chat sobre él.' },
    'bottom-left': { name: 'Abajo a la izquierda', text: 'Un botón redondo en la otra esquina.' },
    popup: { name: 'Emergente', text: 'Un botón ancho con el nombre del agente al pie de la página.' },
    'full-width': {
      name: 'Ancho completo',
      text: 'El chat es parte de la página, tan ancho como el espacio que le des.',
    },
    modal: { name: 'Modal', text: 'El chat se abre en el centro, con la página atenuada detrás.' },
  },
  ways: {
    html: {
      name: 'HTML',
      steps: 'Pega esto antes de </body> en cada página que deba tener el chat.',
      note: 'Funciona en cualquier sitio que permita scripts; en un creador de sitios busca «código personalizado» o «insertar».',
    },
    react: {
      name: 'React',
      steps: 'Guarda esto como ParlanceChat.jsx.\nPon <ParlanceChat /> una vez cerca de la raíz de tu app.',
      note: 'Limpia lo que deja, también en StrictMode. En Next.js el archivo empieza con «use client».',
    },
    wordpress: {
      name: 'WordPress',
      steps:
        'En Plugins, instala WPCode u otro plugin para cabeceras y pies de página.\nAbre Code Snippets > Header & Footer y pega esto en Footer.\nGuarda los cambios y vacía la caché de tu sitio si la tiene.',
      theme: 'Sin plugin: lo mismo en functions.php de tu tema hijo.',
      note: 'Los plugins que retrasan scripts (WP Rocket, LiteSpeed y otros) deben excluir widget.js.',
    },
    shopify: {
      name: 'Shopify',
      steps:
        'Abre Online Store > Themes.\nJunto a tu tema elige … > Edit code y abre layout/theme.liquid.\nPega esto justo antes de </body> y guarda.',
      note: 'Las páginas de pago no ejecutan código del tema, así que el chat no está allí.',
    },
    webflow: {
      name: 'Webflow',
      steps:
        'Abre Site settings > Custom code.\nPega esto en Footer code y guarda los cambios.\nPublica el sitio: el diseñador y la versión anterior no lo muestran.',
      note: 'El código personalizado requiere un plan de pago. Para Ancho completo, ponlo en un elemento Code Embed donde deba estar el chat.',
    },
    tagManager: {
      name: 'Tag Manager',
      steps:
        'En Google Tag Manager elige Tags > New > Custom HTML y pega esto.\nComo activador elige Initialization - All Pages o All Pages.\nGuarda, y luego pulsa Submit y Publish para el contenedor.',
      note: 'La etiqueta crea ella misma el elemento script, porque Tag Manager elimina los atributos data de uno pegado.',
    },
    older: {
      name: 'VG_CONFIG',
      steps: 'Para páginas que definen window.VG_CONFIG: ambos scripts antes de </body>, en este orden.',
      note: 'Las páginas que ya lo tienen no necesitan cambios. Una página con Content Security Policy debe permitir el primer script con un nonce.',
    },
  },
  check: {
    label: 'Dirección de tu página',
    hint: 'Leemos la página una vez, como la recibe un navegador, sin ejecutar sus scripts.',
    now: 'Comprobar',
    looking: 'Mirando la página',
    noAddress: 'Escribe la dirección de una página, por ejemplo https://www.example.com.',
    seen: 'Visto por última vez',
    never: 'Ningún sitio ha cargado aún este widget. La primera carga se ve aquí en menos de un minuto.',
    loads_one: '{{number}} carga',
    loads_many: '{{number}} cargas',
    loads_other: '{{number}} cargas',
    verdicts: {
      live: 'El widget está activo en esta página.',
      broken: 'El widget está en esta página, pero no se muestra.',
      missing: 'El widget no está en esta página.',
      unsure: 'No podemos saberlo solo con la página.',
      unread: 'No se pudo leer la página.',
    },
    reasons: {
      'not-public': 'Esta dirección no lleva a una página de la internet pública.',
      redirects: 'La página redirige una y otra vez sin llegar nunca.',
      'too-large': 'La página es demasiado grande para leerla.',
      timeout: 'El sitio no respondió en diez segundos.',
      certificate: 'El certificado del sitio no es válido.',
      busy: 'Se están mirando demasiadas páginas. Inténtalo de nuevo en un momento.',
      unreachable: 'No se pudo contactar con el sitio.',
    },
    blocked: {
      header: 'La propia Content Security Policy de la página (un encabezado) bloquea el widget.',
      meta: 'La propia Content Security Policy de la página (una etiqueta meta) bloquea el widget.',
      both: 'Las propias Content Security Policies de la página (encabezado y etiqueta meta) bloquean el widget.',
      todo: 'Añade esto a las directivas que tiene:',
    },
    findings: {
      found: { what: 'La etiqueta nombra este agente y su región.', todo: '' },
      unread: {
        what: '',
        todo: 'Revisa la dirección. Desde aquí no se pueden mirar páginas de tu propia red o protegidas con contraseña.',
      },
      status: {
        what: 'El sitio respondió con un error ({{status}}).',
        todo: 'Abre la página en una ventana privada. Si está ahí, el sitio rechaza a los robots; guíate entonces por «Visto por última vez», abajo.',
      },
      'not-html': {
        what: 'Esta dirección no es una página, sino {{type}}.',
        todo: 'Escribe la dirección de una página que deba tener el chat.',
      },
      redirected: { what: '{{from}} lleva a {{to}}.', todo: '' },
      cut: {
        what: 'La página es muy larga; solo se leyó el principio.',
        todo: 'La etiqueta puede estar más abajo.',
      },
      missing: {
        what: 'En la página no hay ninguna etiqueta del widget.',
        todo: 'Pega el código antes de </body>, publica tu sitio y vacía su caché. Las páginas que se construyen en el navegador no nos muestran sus etiquetas; guíate entonces por «Visto por última vez», abajo.',
      },
      'seen-before': {
        what: 'La etiqueta no está en la propia página, pero este sitio cargó el widget',
        todo: 'Viene de un script de la página, como un framework o un gestor de etiquetas.',
      },
      'tag-manager': {
        what: 'La página tiene un gestor de etiquetas ({{containers}}), que puede traer el widget.',
        todo: 'No podemos ver dentro. Abre la página una vez; el sitio aparece entonces en «Visto por última vez». Si no aparece, comprueba que la etiqueta se active en esta página y que el contenedor esté publicado.',
      },
      'other-agent': {
        what: 'La etiqueta nombra otro agente: {{agent}}.',
        todo: 'Cambia el código por el de este agente, o abre aquí el otro agente.',
      },
      'no-agent': {
        what: 'La etiqueta no nombra ningún agente.',
        todo: 'Algo eliminó data-agent. En un gestor de etiquetas usa el código hecho para él.',
      },
      'wrong-region': {
        what: 'La etiqueta dice la región {{region}}, pero el agente vive en {{expected}}.',
        todo: 'Pon {{expected}} en data-region.',
      },
      'other-origin': {
        what: 'El script viene de {{origin}}.',
        todo: 'Cárgalo desde {{expected}}, donde vive este agente.',
      },
      'mixed-content': {
        what: 'El script se carga por http, que los navegadores bloquean en una página https.',
        todo: 'Haz que su dirección empiece por https://.',
      },
      'http-page': {
        what: 'La página no está cifrada (http).',
        todo: 'El chat funciona, pero no el micrófono, y otros pueden leer por el camino. Usa https.',
      },
      held: {
        what: 'La etiqueta está retenida: su tipo es {{type}}.',
        todo: 'Eso lo hace un aviso de consentimiento. Se ejecuta cuando el visitante acepta; para tenerlo desde el principio, ponlo entre los scripts necesarios.',
      },
      inert: {
        what: 'La etiqueta está en noscript o template, donde nada se ejecuta.',
        todo: 'Sácala de ahí y ponla justo antes de </body>.',
      },
      commented: { what: 'La etiqueta está comentada.', todo: 'Quita <!-- y --> a su alrededor.' },
      'site-not-allowed': {
        what: 'El agente no permite {{site}}.',
        todo: 'Añade el sitio en Configuración > Seguridad > Sitios permitidos, y publica.',
      },
    },
  },
  sites: {
    title: 'Sitios',
    text: 'Dónde puede estar el chat.',
    hint: 'Un dominio por línea. Vacío: cualquier sitio puede llevar el widget. Nuestras páginas pueden siempre.',
    unfit: 'La lista de sitios tiene una entrada que no es un dominio.',
    wrong: '«{{site}}» no es un dominio. Escribe uno como example.com o *.example.com.',
    tooMany: 'Caben {{count}} dominios como máximo.',
    lockedOut: 'Esta lista deja fuera sitios que ahora llevan el widget: {{sites}}.',
  },
  page: {
    positionHint: 'Cuando el código de inserción no nombra una esquina.',
    left: 'Izquierda',
    right: 'Derecha',
    ignoredHint:
      'Las visitas a estas rutas no se comunican al agente. * vale por cualquier cosa. Pulsa Intro después de cada una.',
  },
  sending: {
    title: 'Qué pueden enviar los visitantes',
    text: 'Además de lo que escriben.',
    attachmentsHint: 'Imágenes y documentos de hasta 10 MB cada uno. Los agentes cuyo modelo ve imágenes las miran.',
    voiceHint:
      'Los visitantes graban lo que quieren decir. Un modelo de voz lo transcribe antes de que responda el agente.',
  },
  closed: {
    title: 'Mientras el chat está cerrado',
    text: 'Cómo notan los visitantes que ha llegado algo.',
    soundHint: 'Un tono breve y suave, una vez que el visitante ha tocado la página.',
    flashHint: 'El título de la pestaña del navegador alterna hasta que se abre el chat.',
  },
  ending: {
    title: 'Al final',
    text: 'Lo que se ofrece cuando termina una conversación.',
    ratingHint: 'De uno a cinco y unas palabras. Las ves junto a la conversación.',
    transcriptHint: 'Los visitantes pueden pedir que se envíe su conversación a su dirección de correo.',
    transcriptOff: 'No se puede enviar nada por correo mientras no se conserve el historial de chat.',
  },
  consent: {
    title: 'Consentimiento',
    text: 'Lo que aceptan los visitantes antes de escribir.',
    hint: 'Activado: no se envía nada hasta que el visitante acepte. A quien ya aceptó se le pregunta otra vez cuando cambia el texto.',
    textHint: 'Markdown. Enlaza tu política de privacidad así: [política de privacidad](https://your-site/privacy)',
    start: 'Para responderte, tratamos lo que escribes aquí.',
    missing: 'Indica qué aceptan los visitantes.',
    preview: 'Vista previa',
    agree: 'Aceptar',
  },
  signing: {
    title: 'Visitantes firmados',
    text: 'Si las personas inician sesión en tu sitio, el chat puede conocerlas: la misma conversación en cada dispositivo, con nombre y dirección de correo.',
    server: 'Tu servidor firma quiénes son, con la clave secreta de este agente.',
    codeOf: 'Código para {{language}}',
    withKey: 'Poner la clave secreta en el código',
    withKeyHint: 'Desactivado: el código la lee de la variable de entorno {{variable}}.',
    page: 'La página entrega el token, en la etiqueta o después con parlance.setUser(token).',
    tag: 'la etiqueta con un token',
    rules:
      'Nunca firmes en el navegador: quien tiene la clave puede ser cualquiera.\nUn token vive aquí una hora; 24 horas es lo máximo.\nLlama a parlance.setUser(null) cuando alguien cierre sesión.\nTras renovar la clave, los tokens antiguos se rechazan y las personas siguen como desconocidas.',
  },
  handoff: {
    timeout: 'Espera a una persona, en segundos',
    timeoutHint:
      'Después los visitantes pueden dejar un mensaje con su dirección de correo. Con 0 se ofrece al instante.',
  },
} as const
