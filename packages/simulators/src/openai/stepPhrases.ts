/** What the sandbox model says while it takes details step by step, in the languages it speaks. Pure. */
import type { Language } from './phrases.ts'

export type StepPhrases = {
  /** Questions by the kind of value; `other` takes its name. */
  name: string
  date: string
  time: string
  email: string
  phone: string
  number: (label: string) => string
  about: string
  yesNo: (label: string) => string
  other: (label: string) => string
  wrongEmail: string
  wrongPhone: string
  wrongDate: string
  wrongTime: string
  wrongNumber: string
  wrongYesNo: string
  meant: (value: string) => string
  yes: string
  no: string
  thank: string
  readBack: string
  right: string
  change: string
  left: string
  /** After the question for what may be left out. */
  optional: string
  labels: Readonly<Record<string, string>>
}

export const STEP_PHRASES: Record<Language, StepPhrases> = {
  en: {
    name: 'What name may I note?',
    date: 'Which day?',
    time: 'At what time?',
    email: 'What is your e-mail address?',
    phone: 'What is your phone number?',
    number: (label) => `What number may I note for ${label}?`,
    about: 'What is it about, in a few words?',
    yesNo: (label) => `${label} – yes or no?`,
    other: (label) => `What is your ${label}?`,
    wrongEmail: 'That is not a complete e-mail address: it needs an @ and a domain such as example.org.',
    wrongPhone: 'That does not look like a phone number: it needs at least six digits.',
    wrongDate: 'I could not read a day in that; please give it as, for example, “Friday” or “5 March”.',
    wrongTime: 'I could not read a time in that; please give it as, for example, “15:00”.',
    wrongNumber: 'I could not read a number in that.',
    wrongYesNo: 'Please answer with yes or no.',
    meant: (value) => `Did you mean ${value}?`,
    yes: 'yes',
    no: 'no',
    thank: 'Thank you!',
    readBack: 'I have noted:',
    right: 'Is this right?',
    change: 'What should I change?',
    left: 'That is fine, I leave it at that. You can come back to it at any time.',
    optional: 'You may leave this out.',
    labels: { email: 'e-mail' },
  },
  de: {
    name: 'Welchen Namen darf ich notieren?',
    date: 'An welchem Tag?',
    time: 'Um wie viel Uhr?',
    email: 'Wie lautet Ihre E-Mail-Adresse?',
    phone: 'Wie lautet Ihre Telefonnummer?',
    number: (label) => `Welche Zahl darf ich für „${label}“ notieren?`,
    about: 'Worum geht es, in wenigen Worten?',
    yesNo: (label) => `${label} – ja oder nein?`,
    other: (label) => `Was darf ich für „${label}“ notieren?`,
    wrongEmail: 'Das ist keine vollständige E-Mail-Adresse: Es fehlt ein @ oder eine Domain wie example.org.',
    wrongPhone: 'Das sieht nicht nach einer Telefonnummer aus: Sie braucht mindestens sechs Ziffern.',
    wrongDate: 'Darin erkenne ich keinen Tag; bitte zum Beispiel „Freitag“ oder „5. März“.',
    wrongTime: 'Darin erkenne ich keine Uhrzeit; bitte zum Beispiel „15:00“.',
    wrongNumber: 'Darin erkenne ich keine Zahl.',
    wrongYesNo: 'Bitte antworten Sie mit Ja oder Nein.',
    meant: (value) => `Meinten Sie ${value}?`,
    yes: 'ja',
    no: 'nein',
    thank: 'Vielen Dank!',
    readBack: 'Ich habe notiert:',
    right: 'Ist das richtig?',
    change: 'Was soll ich ändern?',
    left: 'In Ordnung, dann lasse ich es dabei. Sie können jederzeit darauf zurückkommen.',
    optional: 'Das dürfen Sie auch weglassen.',
    labels: {
      name: 'Name',
      date: 'Tag',
      time: 'Uhrzeit',
      email: 'E-Mail',
      phone: 'Telefon',
      topic: 'Thema',
      reason: 'Grund',
      area: 'Gegend',
      budget: 'Budget',
      summary: 'Anliegen',
      timing: 'Zeitpunkt',
      old_date: 'bisheriger Tag',
      new_wish: 'neuer Wunsch',
      new_patient: 'Erster Besuch',
      preferred_date: 'Wunschtag',
      preferred_time: 'Wunschzeit',
      property_address: 'Adresse',
      property_type: 'Art der Immobilie',
    },
  },
  fr: {
    name: 'Quel nom puis-je noter ?',
    date: 'Quel jour ?',
    time: 'À quelle heure ?',
    email: 'Quelle est votre adresse e-mail ?',
    phone: 'Quel est votre numéro de téléphone ?',
    number: (label) => `Quel nombre puis-je noter pour « ${label} » ?`,
    about: "De quoi s'agit-il, en quelques mots ?",
    yesNo: (label) => `${label} – oui ou non ?`,
    other: (label) => `Que puis-je noter pour « ${label} » ?`,
    wrongEmail: "Ce n'est pas une adresse e-mail complète : il faut un @ et un domaine comme example.org.",
    wrongPhone: 'Cela ne ressemble pas à un numéro de téléphone : il faut au moins six chiffres.',
    wrongDate: "Je n'y reconnais pas de jour ; par exemple « vendredi » ou « 5 mars ».",
    wrongTime: "Je n'y reconnais pas d'heure ; par exemple « 15:00 ».",
    wrongNumber: "Je n'y reconnais pas de nombre.",
    wrongYesNo: 'Merci de répondre par oui ou non.',
    meant: (value) => `Vouliez-vous dire ${value} ?`,
    yes: 'oui',
    no: 'non',
    thank: 'Merci !',
    readBack: "J'ai noté :",
    right: 'Est-ce exact ?',
    change: 'Que dois-je modifier ?',
    left: "D'accord, j'en reste là. Vous pouvez y revenir à tout moment.",
    optional: 'Ceci est facultatif.',
    labels: { name: 'nom', date: 'jour', time: 'heure', email: 'e-mail', phone: 'téléphone', area: 'quartier' },
  },
  es: {
    name: '¿Qué nombre puedo anotar?',
    date: '¿Qué día?',
    time: '¿A qué hora?',
    email: '¿Cuál es su correo electrónico?',
    phone: '¿Cuál es su número de teléfono?',
    number: (label) => `¿Qué número anoto para «${label}»?`,
    about: '¿De qué se trata, en pocas palabras?',
    yesNo: (label) => `${label}: ¿sí o no?`,
    other: (label) => `¿Qué anoto para «${label}»?`,
    wrongEmail: 'No es un correo completo: necesita una @ y un dominio como example.org.',
    wrongPhone: 'No parece un número de teléfono: necesita al menos seis cifras.',
    wrongDate: 'No reconozco ningún día; por ejemplo «viernes» o «5 de marzo».',
    wrongTime: 'No reconozco ninguna hora; por ejemplo «15:00».',
    wrongNumber: 'No reconozco ningún número.',
    wrongYesNo: 'Responda sí o no, por favor.',
    meant: (value) => `¿Quería decir ${value}?`,
    yes: 'sí',
    no: 'no',
    thank: '¡Gracias!',
    readBack: 'He anotado:',
    right: '¿Es correcto?',
    change: '¿Qué debo cambiar?',
    left: 'De acuerdo, lo dejo así. Puede volver a ello cuando quiera.',
    optional: 'Puede omitirlo.',
    labels: { name: 'nombre', date: 'día', time: 'hora', email: 'correo', phone: 'teléfono', area: 'zona' },
  },
  pt: {
    name: 'Que nome posso anotar?',
    date: 'Em que dia?',
    time: 'A que horas?',
    email: 'Qual é o seu e-mail?',
    phone: 'Qual é o seu número de telefone?',
    number: (label) => `Que número anoto para «${label}»?`,
    about: 'De que se trata, em poucas palavras?',
    yesNo: (label) => `${label}: sim ou não?`,
    other: (label) => `O que anoto para «${label}»?`,
    wrongEmail: 'Não é um e-mail completo: precisa de um @ e de um domínio como example.org.',
    wrongPhone: 'Não parece um número de telefone: precisa de pelo menos seis dígitos.',
    wrongDate: 'Não reconheço nenhum dia; por exemplo «sexta» ou «5 de março».',
    wrongTime: 'Não reconheço nenhuma hora; por exemplo «15:00».',
    wrongNumber: 'Não reconheço nenhum número.',
    wrongYesNo: 'Responda sim ou não, por favor.',
    meant: (value) => `Queria dizer ${value}?`,
    yes: 'sim',
    no: 'não',
    thank: 'Obrigado!',
    readBack: 'Anotei:',
    right: 'Está certo?',
    change: 'O que devo mudar?',
    left: 'Tudo bem, fico por aqui. Pode voltar a isto quando quiser.',
    optional: 'Pode deixar em branco.',
    labels: { name: 'nome', date: 'dia', time: 'hora', email: 'e-mail', phone: 'telefone', area: 'zona' },
  },
  ar: {
    name: 'ما الاسم الذي أسجله؟',
    date: 'في أي يوم؟',
    time: 'في أي ساعة؟',
    email: 'ما عنوان بريدك الإلكتروني؟',
    phone: 'ما رقم هاتفك؟',
    number: (label) => `ما الرقم الذي أسجله لـ «${label}»؟`,
    about: 'ما الموضوع باختصار؟',
    yesNo: (label) => `${label}: نعم أم لا؟`,
    other: (label) => `ماذا أسجل لـ «${label}»؟`,
    wrongEmail: 'هذا ليس بريدًا إلكترونيًا كاملًا: يلزم وجود @ ونطاق مثل example.org.',
    wrongPhone: 'هذا لا يبدو رقم هاتف: يلزم ستة أرقام على الأقل.',
    wrongDate: 'لم أتعرف على يوم في ذلك؛ مثلًا «الجمعة».',
    wrongTime: 'لم أتعرف على وقت في ذلك؛ مثلًا 15:00.',
    wrongNumber: 'لم أتعرف على رقم في ذلك.',
    wrongYesNo: 'من فضلك أجب بنعم أو لا.',
    meant: (value) => `هل تقصد ${value}؟`,
    yes: 'نعم',
    no: 'لا',
    thank: 'شكرًا!',
    readBack: 'لقد سجلت:',
    right: 'هل هذا صحيح؟',
    change: 'ماذا أغير؟',
    left: 'حسنًا، سأكتفي بذلك. يمكنك العودة إليه في أي وقت.',
    optional: 'يمكنك تجاوز ذلك.',
    labels: { name: 'الاسم', date: 'اليوم', time: 'الوقت', email: 'البريد', phone: 'الهاتف', area: 'المنطقة' },
  },
}

/** Variables with a question of their own in English; the rest is asked for by name. */
const ENGLISH: Readonly<Record<string, string>> = {
  area: 'Which area are you looking in?',
  budget: 'What is your budget?',
  new_patient: 'Is this your first visit – yes or no?',
  preferred_date: 'Which day would you like?',
  preferred_time: 'Which time would suit you?',
  best_time: 'When can you be reached?',
  old_date: 'Which day was the earlier appointment?',
  new_wish: 'What new day and time would you like, or should it be cancelled?',
  property_address: 'Where is the property?',
  property_type: 'What kind of property is it?',
  timing: 'When would you like to do this?',
}

export type Variable = {
  name: string
  type: string
  required: boolean
  /** In the owner's words. */
  description?: string
  /** The only values there are. */
  options?: readonly string[]
}

/** What kind of value a variable holds, by its type and then by its name. */
export function kindOf({ name, type }: Variable): string {
  if (type !== 'text') return type
  if (/^(?:full_?|last_?|first_?|your_?|customer_?|visitor_?|contact_?)?name$/i.test(name.trim())) return 'name'
  if (/^e-?mail(?:_?address)?$/i.test(name.trim())) return 'email'
  if (/^(?:phone|telephone|mobile)(?:_?number)?$/i.test(name.trim())) return 'phone'
  return /^(?:topic|reason|summary|subject|concern|issue|problem|message|description|question)$/i.test(name.trim())
    ? 'about'
    : 'text'
}

export function labelOf({ name }: Variable, language: Language): string {
  return STEP_PHRASES[language].labels[name] ?? name.replace(/[_-]+/g, ' ').trim()
}

const OR: Record<Language, string> = { en: 'or', de: 'oder', fr: 'ou', es: 'o', pt: 'ou', ar: 'أو' }

/** «red, blue or green» */
export const oneOf = (options: readonly string[], language: Language): string =>
  [options.slice(0, -1).join(', '), options.at(-1)].filter(Boolean).join(` ${OR[language]} `)

/** The question for a variable, with the options there are. */
export function questionFor(variable: Variable, language: Language): string {
  const { options = [] } = variable
  const question = plainQuestion(variable, language)
  if (options.length === 0) return question
  const list = oneOf(options.slice(0, 20), language)
  return question.endsWith('?') ? `${question.slice(0, -1).trim()}: ${list}?` : `${question} (${list})`
}

function plainQuestion(variable: Variable, language: Language): string {
  const description = variable.description?.trim() ?? ''
  if (description.endsWith('?') && description.length <= 200) return description
  // «q1» is no word that a visitor could be asked for.
  if (/^\W*\p{L}{0,5}_?\d+$/u.test(variable.name) && description) return `${description.replace(/[.:]+$/, '')}?`
  const say = STEP_PHRASES[language]
  const label = labelOf(variable, language)
  const isFree = (variable.options ?? []).length === 0
  if (language === 'en' && isFree && ENGLISH[variable.name]) return ENGLISH[variable.name] ?? ''
  if (/^how many\b/i.test(description) && description.length <= 100) return `${description.replace(/[.:]+$/, '')}?`
  switch (kindOf(variable)) {
    case 'name':
      return say.name
    case 'email':
      return say.email
    case 'phone':
      return say.phone
    case 'about':
      return say.about
    case 'boolean':
      return say.yesNo(label)
    case 'number':
      return language === 'en' && /[^s]s$/.test(label) ? `How many ${label}?` : say.number(label)
    case 'date':
      return /^(?:date|day)$/i.test(variable.name) ? say.date : say.other(label)
    case 'time':
      return /^(?:time|hour)$/i.test(variable.name) ? say.time : say.other(label)
    default:
      return say.other(label)
  }
}

/** What is wrong with a value that was not understood. */
export function complaint(variable: Variable, language: Language): string {
  const say = STEP_PHRASES[language]
  const wrong: Readonly<Record<string, string>> = {
    email: say.wrongEmail,
    phone: say.wrongPhone,
    date: say.wrongDate,
    time: say.wrongTime,
    number: say.wrongNumber,
    boolean: say.wrongYesNo,
  }
  return wrong[kindOf(variable)] ?? ''
}
