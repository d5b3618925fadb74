import type { TemplateWords } from './template-words.ts'

export const de: TemplateWords = {
  unavailable: 'Dieser Chat ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
  'blank-template': { description: '', greeting: 'Hallo! Wie kann ich Ihnen heute helfen?' },
  'confirm-email': {
    description: 'Hinterlassen Sie Ihre E-Mail-Adresse, damit wir Sie erreichen.',
    greeting: 'Hallo! Unter welcher E-Mail-Adresse erreichen wir Sie am besten?',
  },
  'customer-support': {
    description: 'Fragen zu Bestellungen, Produkten oder Ihrem Konto? Hier sind Sie richtig.',
    greeting: 'Hallo! Ich helfe bei Bestellungen, Produkten und Ihrem Konto. Worum geht es?',
    handoff: { title: 'Mit unserem Team sprechen', subtitle: 'Für alles, was der Assistent nicht beantworten kann.' },
    check: {
      ask: 'Funktioniert es jetzt?',
      works: 'Ja, es funktioniert',
      notYet: 'Noch nicht',
      person: 'Mit einem Menschen sprechen',
    },
  },
  'game-npc': {
    description: 'Maro, Wirt der Laternenschenke.',
    greeting:
      '*sieht von einem Topf Eintopf auf, als die Tür zuschlägt* Rein oder raus, Reisender, der Regen ist nicht eingeladen. Am Feuer ist ein Hocker frei. Was führt dich in die Laternenschenke?',
    letter: {
      ask: '*legt einen versiegelten Brief und zwei Silberlinge auf den Tresen* Nun, Reisender?',
      take: 'Den Brief nehmen',
      bridge: 'Fragen, wer die Brücke gekappt hat',
      no: 'Nicht heute Nacht',
    },
  },
  'health-care-agent': {
    description: 'Fragen zur Praxis, zu Terminen oder Rezepten? Hier sind Sie richtig.',
    greeting:
      'Guten Tag, hier ist die Assistenz am Empfang. Ich beantworte Fragen zur Praxis oder nehme einen Terminwunsch auf. Im Notfall rufen Sie bitte die örtliche Notrufnummer an.',
    menu: {
      ask: 'Worum geht es?',
      appointment: 'Ein Termin',
      prescription: 'Ein Rezept oder Befunde',
      question: 'Eine Frage zur Praxis',
    },
    emergency: {
      text: 'Das klingt nach einem Notfall. Bitte rufen Sie jetzt die örtliche Notrufnummer an: 112 in Europa, 911 in Nordamerika. Oder bitten Sie jemanden in Ihrer Nähe darum. Wenn Sie können, schließen Sie die Tür auf und bleiben Sie in der Leitung.',
      ask: 'Wenn Sie in Sicherheit sind:',
      practice: 'Mit der Praxis sprechen',
      none: 'Es ist kein Notfall',
    },
  },
  'make-appointment': {
    description: 'Hier können Sie einen Termin anfragen.',
    greeting: 'Guten Tag! Ich helfe Ihnen, einen Termin zu vereinbaren. Wie ist Ihr Name?',
  },
  'real-estate-agent': {
    description: 'Sagen Sie uns, was Sie suchen oder was Sie verkaufen oder vermieten möchten.',
    greeting: 'Guten Tag! Möchten Sie eine Immobilie kaufen, mieten, verkaufen oder vermieten?',
    wish: {
      ask: 'Was möchten Sie tun?',
      buy: 'Kaufen',
      rent: 'Mieten',
      sell: 'Verkaufen',
      let: 'Vermieten',
    },
  },
}
