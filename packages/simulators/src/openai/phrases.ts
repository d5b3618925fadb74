/** The few sentences the sandbox model says of its own, in the languages it speaks, and how it tells those languages. Pure. */
import { STOP_WORDS_OF } from './stopwords.ts'
import { words } from './words.ts'

export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar'

type Phrases = {
  unknown: string
  ask: string
  thanks: string
  bye: string
  greet: (name?: string) => string
  who: (name?: string) => string
  bot: (name?: string) => string
  /** After a greeting was already said. */
  again: string
  fine: string
  noted: string
  noHuman: string
  emergency: string
  wish: string
  toPerson: string
  /** Nothing known is what was looked for. */
  noFit: string
  failed: string
}

export const PHRASES: Record<Language, Phrases> = {
  en: {
    unknown: "I'm sorry, I don't have that in my knowledge – could you put your question in other words?",
    ask: 'What would you like to know?',
    thanks: "You're welcome! Is there anything else I can help you with?",
    bye: 'Goodbye, and have a lovely day!',
    greet: (name) => (name ? `Hello! I'm ${name}. How can I help you?` : 'Hello! How can I help you?'),
    who: (name) => (name ? `I'm ${name}, an automated assistant.` : "I'm an automated assistant."),
    bot: (name) =>
      name ? `I'm ${name}, an automated assistant, not a human.` : "I'm an automated assistant, not a human.",
    again: 'Hello! Just ask whenever you are ready.',
    fine: 'All right. I am here if you need anything.',
    noted: 'I have noted that. I can only answer from my knowledge here; what would you like to know?',
    noHuman: 'I am sorry, I cannot hand over to a person here.',
    emergency: 'That may be an emergency: please call your local emergency number at once.',
    wish: 'Have a good day!',
    toPerson: 'I am connecting you with our team.',
    noFit: 'I know of nothing that fits; would you like to change something?',
    failed: 'I am sorry, that did not work just now.',
  },
  de: {
    unknown: 'Das steht leider nicht in meinem Wissen – könnten Sie Ihre Frage bitte anders formulieren?',
    ask: 'Was möchten Sie wissen?',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas für Sie tun?',
    bye: 'Auf Wiedersehen und einen schönen Tag!',
    greet: (name) =>
      name ? `Hallo! Ich bin ${name}. Wie kann ich Ihnen helfen?` : 'Hallo! Wie kann ich Ihnen helfen?',
    who: (name) => (name ? `Ich bin ${name}, ein automatischer Assistent.` : 'Ich bin ein automatischer Assistent.'),
    bot: (name) =>
      name
        ? `Ich bin ${name}, ein automatischer Assistent und kein Mensch.`
        : 'Ich bin ein automatischer Assistent und kein Mensch.',
    again: 'Hallo! Fragen Sie einfach, wenn Sie so weit sind.',
    fine: 'In Ordnung. Ich bin da, wenn Sie etwas brauchen.',
    noted: 'Das habe ich notiert. Ich kann hier nur aus meinem Wissen antworten; was möchten Sie wissen?',
    noHuman: 'Leider kann ich hier nicht an einen Menschen übergeben.',
    emergency: 'Das klingt nach einem Notfall. Bitte rufen Sie jetzt die örtliche Notrufnummer an.',
    wish: 'Ich wünsche Ihnen einen schönen Tag!',
    toPerson: 'Ich verbinde Sie mit unserem Team.',
    noFit: 'Dazu kenne ich leider nichts Passendes; möchten Sie etwas ändern?',
    failed: 'Das hat leider gerade nicht geklappt.',
  },
  fr: {
    unknown: 'Je suis désolé, cela ne figure pas dans mes connaissances – pourriez-vous reformuler votre question ?',
    ask: 'Que souhaitez-vous savoir ?',
    thanks: 'Avec plaisir ! Puis-je vous aider pour autre chose ?',
    bye: 'Au revoir et bonne journée !',
    greet: (name) =>
      name ? `Bonjour ! Je suis ${name}. Comment puis-je vous aider ?` : 'Bonjour ! Comment puis-je vous aider ?',
    who: (name) => (name ? `Je suis ${name}, un assistant automatique.` : 'Je suis un assistant automatique.'),
    bot: (name) =>
      name
        ? `Je suis ${name}, un assistant automatique et non un humain.`
        : 'Je suis un assistant automatique et non un humain.',
    again: 'Bonjour ! Posez votre question quand vous voulez.',
    fine: "D'accord. Je suis là si besoin.",
    noted: "C'est noté. Je ne peux répondre ici qu'à partir de mes connaissances ; que souhaitez-vous savoir ?",
    noHuman: 'Je suis désolé, je ne peux pas vous passer une personne ici.',
    emergency: "Cela ressemble à une urgence. Appelez tout de suite le numéro d'urgence local.",
    wish: 'Je vous souhaite une bonne journée !',
    toPerson: 'Je vous mets en relation avec notre équipe.',
    noFit: 'Je ne connais rien qui corresponde ; souhaitez-vous changer quelque chose ?',
    failed: 'Je suis désolé, cela n’a pas fonctionné.',
  },
  es: {
    unknown: 'Lo siento, no tengo eso entre mis conocimientos. ¿Podría formular la pregunta de otra manera?',
    ask: '¿Qué le gustaría saber?',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    bye: '¡Hasta luego y que tenga un buen día!',
    greet: (name) => (name ? `¡Hola! Soy ${name}. ¿En qué puedo ayudarle?` : '¡Hola! ¿En qué puedo ayudarle?'),
    who: (name) => (name ? `Soy ${name}, un asistente automático.` : 'Soy un asistente automático.'),
    bot: (name) =>
      name ? `Soy ${name}, un asistente automático, no una persona.` : 'Soy un asistente automático, no una persona.',
    again: '¡Hola! Pregunte cuando quiera.',
    fine: 'De acuerdo. Aquí estoy si necesita algo.',
    noted: 'Lo he anotado. Aquí solo puedo responder con mis conocimientos; ¿qué le gustaría saber?',
    noHuman: 'Lo siento, aquí no puedo pasarle con una persona.',
    emergency: 'Parece una emergencia. Llame ahora al número de emergencias local.',
    wish: '¡Que tenga un buen día!',
    toPerson: 'Le pongo en contacto con nuestro equipo.',
    noFit: 'No conozco nada que encaje; ¿desea cambiar algo?',
    failed: 'Lo siento, eso no ha funcionado.',
  },
  pt: {
    unknown: 'Desculpe, não tenho isso no meu conhecimento – poderia reformular a sua pergunta?',
    ask: 'O que gostaria de saber?',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    bye: 'Até logo e tenha um ótimo dia!',
    greet: (name) => (name ? `Olá! Eu sou ${name}. Como posso ajudar?` : 'Olá! Como posso ajudar?'),
    who: (name) => (name ? `Eu sou ${name}, um assistente automático.` : 'Eu sou um assistente automático.'),
    bot: (name) =>
      name
        ? `Eu sou ${name}, um assistente automático, não uma pessoa.`
        : 'Eu sou um assistente automático, não uma pessoa.',
    again: 'Olá! Pergunte quando quiser.',
    fine: 'Tudo bem. Estou aqui se precisar.',
    noted: 'Anotei. Aqui só posso responder com o meu conhecimento; o que gostaria de saber?',
    noHuman: 'Desculpe, aqui não posso passar a uma pessoa.',
    emergency: 'Isto parece uma emergência. Ligue já para o número de emergência local.',
    wish: 'Tenha um bom dia!',
    toPerson: 'Vou conectar você com a nossa equipe.',
    noFit: 'Não conheço nada que sirva; quer mudar alguma coisa?',
    failed: 'Desculpe, isso não funcionou.',
  },
  ar: {
    unknown: 'عذرًا، هذه المعلومة غير متوفرة لدي، فهل يمكنك إعادة صياغة سؤالك؟',
    ask: 'ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة! هل هناك شيء آخر يمكنني مساعدتك فيه؟',
    bye: 'إلى اللقاء، وأتمنى لك يومًا سعيدًا!',
    greet: (name) => (name ? `مرحبًا! أنا ${name}. كيف يمكنني مساعدتك؟` : 'مرحبًا! كيف يمكنني مساعدتك؟'),
    who: (name) => (name ? `أنا ${name}، مساعد آلي.` : 'أنا مساعد آلي.'),
    bot: (name) => (name ? `أنا ${name}، مساعد آلي ولست إنسانًا.` : 'أنا مساعد آلي ولست إنسانًا.'),
    again: 'مرحبًا! اسأل متى شئت.',
    fine: 'حسنًا، أنا هنا إذا احتجت إلى شيء.',
    noted: 'سجلت ذلك. لا أستطيع الإجابة هنا إلا من معلوماتي؛ ماذا تود أن تعرف؟',
    noHuman: 'عذرًا، لا أستطيع تحويلك إلى شخص هنا.',
    emergency: 'يبدو هذا حالة طارئة. اتصل برقم الطوارئ المحلي الآن.',
    wish: 'أتمنى لك يومًا سعيدًا!',
    toPerson: 'سأوصلك بفريقنا.',
    noFit: 'لا أعرف شيئًا مناسبًا، فهل تود تغيير شيء؟',
    failed: 'عذرًا، لم ينجح ذلك الآن.',
  },
}

/** Words that show a language although they carry a subject. */
const TELLING: Record<Language, string> = {
  en: 'hi hello hey thanks thank bye goodbye open price refund help who',
  de: 'hallo moin servus guten danke dankeschon tschuss offnungszeiten preis kostet hilfe geoffnet',
  fr: 'bonjour salut bonsoir merci revoir horaires prix livraison heures ouvert remboursement aide',
  es: 'hola buenos buenas gracias adios horario precio envio cuesta abierto reembolso ayuda',
  pt: 'ola oi bom obrigado obrigada tchau horario preco entrega custa aberto reembolso ajuda voces',
  ar: '',
}

/** Whether the sandbox model speaks a language, given as two letters. */
export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(PHRASES, code)
}

/** Words heard in several languages, which show none. */
const NEUTRAL = new Set('hi ok okay no email die am an in hotel super'.split(' '))

/** The language that a text shows; `undefined` when it shows none clearly, such as a name or a number. */
export function shownLanguage(text: string): Language | undefined {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const heard = words(withoutAddresses(text)).filter((word) => !NEUTRAL.has(word))
  const { language, score } = likeliest(heard)
  return score >= 2 || (score === 1 && heard.length >= 3) ? language : undefined
}

/** Guesses the language of a text by its script and its commonest words; English when nothing shows. */
export function detectLanguage(text: string): Language {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  return likeliest(words(withoutAddresses(text))).language
}

/** «com» of an address is no word. */
const withoutAddresses = (text: string): string => text.replace(/\S{0,300}[@/]\S{0,300}/g, ' ')

function likeliest(heard: readonly string[]): { language: Language; score: number } {
  let best: { language: Language; score: number } = { language: 'en', score: 0 }
  for (const language of ['en', 'de', 'fr', 'es', 'pt'] as const) {
    const telling = new Set(TELLING[language].split(' '))
    const score = heard.reduce(
      (sum, word) => sum + (STOP_WORDS_OF[language]?.has(word) ? 1 : 0) + (telling.has(word) ? 2 : 0),
      0,
    )
    if (score > best.score + (best.language === 'en' && best.score > 0 ? 0.5 : 0)) best = { language, score }
  }
  return best
}
