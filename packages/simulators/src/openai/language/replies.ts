/** What the sandbox model says that no passage says: courtesies, «I don't know», and the questions of a place that takes details. */
import type { Language } from './language.ts'

type Replies = {
  unknown: string
  ask: string
  greet: string
  /** Who it is, by its name or as an assistant. */
  self: (name: string) => string
  assistant: string
  thanks: string
  bye: string
  /** Said of a file or picture that came without words, and of a picture in any case. */
  fileArrived: string
  pictureArrived: string
  toTeam: string
  noTeam: string
  failed: string
  noMatch: string
  wish: string
  /** The question for a detail, and what is said to the answer. */
  askFor: (label: string) => string
  notUnderstood: string
  didYouMean: (value: string) => string
  thank: string
  readBack: string
  isRight: string
  whatToChange: string
  yes: string
  no: string
  or: string
}

export const REPLIES: Record<Language, Replies> = {
  en: {
    unknown: "I'm sorry, I don't have that in my knowledge – could you put your question in other words?",
    ask: 'What would you like to know?',
    greet: 'Hello!',
    self: (name) => `I'm ${name}`,
    assistant: 'an automated assistant, not a human',
    thanks: "You're welcome! Is there anything else I can help you with?",
    bye: 'Goodbye, and have a lovely day!',
    fileArrived: 'Thank you, it has arrived. What would you like to know about it?',
    pictureArrived: 'The picture has arrived, but I can’t look at pictures.',
    toTeam: 'I am connecting you with our team.',
    noTeam: 'I am sorry, I cannot hand over to a person here.',
    failed: 'I am sorry, that did not work just now.',
    noMatch: 'I know of nothing that fits; would you like to change something?',
    wish: 'Have a good day!',
    askFor: (label) => `What is your ${label}?`,
    notUnderstood: 'I could not read that.',
    didYouMean: (value) => `Did you mean ${value}?`,
    thank: 'Thank you!',
    readBack: 'I have noted:',
    isRight: 'Is this right?',
    whatToChange: 'What should I change?',
    yes: 'yes',
    no: 'no',
    or: 'or',
  },
  de: {
    unknown: 'Das steht leider nicht in meinem Wissen – könnten Sie Ihre Frage bitte anders formulieren?',
    ask: 'Was möchten Sie wissen?',
    greet: 'Hallo!',
    self: (name) => `Ich bin ${name}`,
    assistant: 'ein automatischer Assistent und kein Mensch',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas für Sie tun?',
    bye: 'Auf Wiedersehen und einen schönen Tag!',
    fileArrived: 'Danke, das ist angekommen. Was möchten Sie dazu wissen?',
    pictureArrived: 'Das Bild ist angekommen, aber ich kann keine Bilder ansehen.',
    toTeam: 'Ich verbinde Sie mit unserem Team.',
    noTeam: 'Leider kann ich hier nicht an einen Menschen übergeben.',
    failed: 'Das hat leider gerade nicht geklappt.',
    noMatch: 'Dazu kenne ich leider nichts Passendes; möchten Sie etwas ändern?',
    wish: 'Ich wünsche Ihnen einen schönen Tag!',
    askFor: (label) => `Was darf ich für „${label}“ notieren?`,
    notUnderstood: 'Das habe ich nicht verstanden.',
    didYouMean: (value) => `Meinten Sie ${value}?`,
    thank: 'Vielen Dank!',
    readBack: 'Ich habe notiert:',
    isRight: 'Ist das richtig?',
    whatToChange: 'Was soll ich ändern?',
    yes: 'ja',
    no: 'nein',
    or: 'oder',
  },
  fr: {
    unknown: 'Je suis désolé, cela ne figure pas dans mes connaissances – pourriez-vous reformuler votre question ?',
    ask: 'Que souhaitez-vous savoir ?',
    greet: 'Bonjour !',
    self: (name) => `Je suis ${name}`,
    assistant: 'un assistant automatique et non un humain',
    thanks: 'Avec plaisir ! Puis-je vous aider pour autre chose ?',
    bye: 'Au revoir et bonne journée !',
    fileArrived: 'Merci, c’est bien arrivé. Que souhaitez-vous savoir à ce sujet ?',
    pictureArrived: 'L’image est arrivée, mais je ne peux pas regarder les images.',
    toTeam: 'Je vous mets en relation avec notre équipe.',
    noTeam: 'Je suis désolé, je ne peux pas vous passer une personne ici.',
    failed: 'Je suis désolé, cela n’a pas fonctionné.',
    noMatch: 'Je ne connais rien qui corresponde ; souhaitez-vous changer quelque chose ?',
    wish: 'Je vous souhaite une bonne journée !',
    askFor: (label) => `Que puis-je noter pour « ${label} » ?`,
    notUnderstood: 'Je n’ai pas compris cela.',
    didYouMean: (value) => `Vouliez-vous dire ${value} ?`,
    thank: 'Merci !',
    readBack: "J'ai noté :",
    isRight: 'Est-ce exact ?',
    whatToChange: 'Que dois-je changer ?',
    yes: 'oui',
    no: 'non',
    or: 'ou',
  },
  es: {
    unknown: 'Lo siento, no tengo eso entre mis conocimientos. ¿Podría formular la pregunta de otra manera?',
    ask: '¿Qué le gustaría saber?',
    greet: '¡Hola!',
    self: (name) => `Soy ${name}`,
    assistant: 'un asistente automático, no una persona',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    bye: '¡Hasta luego y que tenga un buen día!',
    fileArrived: 'Gracias, ha llegado. ¿Qué le gustaría saber al respecto?',
    pictureArrived: 'La imagen ha llegado, pero no puedo ver imágenes.',
    toTeam: 'Le pongo en contacto con nuestro equipo.',
    noTeam: 'Lo siento, aquí no puedo pasarle con una persona.',
    failed: 'Lo siento, eso no ha funcionado.',
    noMatch: 'No conozco nada que encaje; ¿desea cambiar algo?',
    wish: '¡Que tenga un buen día!',
    askFor: (label) => `¿Qué anoto para «${label}»?`,
    notUnderstood: 'No lo he entendido.',
    didYouMean: (value) => `¿Quiso decir ${value}?`,
    thank: '¡Gracias!',
    readBack: 'He anotado:',
    isRight: '¿Es correcto?',
    whatToChange: '¿Qué debo cambiar?',
    yes: 'sí',
    no: 'no',
    or: 'o',
  },
  pt: {
    unknown: 'Desculpe, não tenho isso no meu conhecimento – poderia reformular a sua pergunta?',
    ask: 'O que gostaria de saber?',
    greet: 'Olá!',
    self: (name) => `Eu sou ${name}`,
    assistant: 'um assistente automático, não uma pessoa',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    bye: 'Até logo e tenha um ótimo dia!',
    fileArrived: 'Obrigado, chegou. O que gostaria de saber sobre isso?',
    pictureArrived: 'A imagem chegou, mas não consigo ver imagens.',
    toTeam: 'Vou conectar você com a nossa equipe.',
    noTeam: 'Desculpe, aqui não posso passar a uma pessoa.',
    failed: 'Desculpe, isso não funcionou.',
    noMatch: 'Não conheço nada que sirva; quer mudar alguma coisa?',
    wish: 'Tenha um bom dia!',
    askFor: (label) => `O que posso anotar para “${label}”?`,
    notUnderstood: 'Não entendi.',
    didYouMean: (value) => `Quis dizer ${value}?`,
    thank: 'Obrigado!',
    readBack: 'Anotei:',
    isRight: 'Está certo?',
    whatToChange: 'O que devo mudar?',
    yes: 'sim',
    no: 'não',
    or: 'ou',
  },
  ar: {
    unknown: 'عذرًا، هذه المعلومة غير متوفرة لدي، فهل يمكنك إعادة صياغة سؤالك؟',
    ask: 'ماذا تود أن تعرف؟',
    greet: 'مرحبًا!',
    self: (name) => `أنا ${name}`,
    assistant: 'مساعد آلي ولست إنسانًا',
    thanks: 'على الرحب والسعة! هل هناك شيء آخر يمكنني مساعدتك فيه؟',
    bye: 'إلى اللقاء، وأتمنى لك يومًا سعيدًا!',
    fileArrived: 'شكرًا، لقد وصل. ماذا تريد أن تعرف عنه؟',
    pictureArrived: 'وصلت الصورة، لكن لا يمكنني رؤية الصور.',
    toTeam: 'سأوصلك بفريقنا.',
    noTeam: 'عذرًا، لا أستطيع تحويلك إلى شخص هنا.',
    failed: 'عذرًا، لم ينجح ذلك الآن.',
    noMatch: 'لا أعرف شيئًا مناسبًا، فهل تود تغيير شيء؟',
    wish: 'أتمنى لك يومًا سعيدًا!',
    askFor: (label) => `ماذا أسجل لـ«${label}»؟`,
    notUnderstood: 'لم أفهم ذلك.',
    didYouMean: (value) => `هل تقصد ${value}؟`,
    thank: 'شكرًا!',
    readBack: 'لقد سجلت:',
    isRight: 'هل هذا صحيح؟',
    whatToChange: 'ماذا أغير؟',
    yes: 'نعم',
    no: 'لا',
    or: 'أو',
  },
}
