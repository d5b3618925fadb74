// What the first agent is called, what it says of itself and how it greets, in each language.
import type { Language } from '../accounts/languages.ts'

export const USE_CASES = ['support', 'sales', 'appointments', 'other'] as const

/** The places of `{site}` take the name of the site. */
interface FirstWords {
  /** The agent of whoever skips the questions or gives no site to name it after. */
  readonly title: string
  readonly uses: Readonly<
    Record<(typeof USE_CASES)[number], { readonly description: string; readonly greeting: string }>
  >
}

export const FIRST_WORDS: Readonly<Record<Language, FirstWords>> = {
  en: {
    title: 'My first agent',
    uses: {
      support: {
        description: 'Answers questions of customers and helps when something does not work.',
        greeting: 'Hi! I answer questions about {site}. What do you need?',
      },
      sales: {
        description: 'Helps visitors to find what suits them.',
        greeting: 'Hi! Looking for something at {site}? Tell me what you need, and I will help you choose.',
      },
      appointments: {
        description: 'Takes requests for appointments.',
        greeting: 'Hi! I can note an appointment with {site} for you. What is it about?',
      },
      other: { description: '', greeting: 'Hi! Ask me anything about {site}.' },
    },
  },
  ar: {
    title: 'وكيلي الأول',
    uses: {
      support: {
        description: 'يجيب عن أسئلة العملاء ويساعد حين لا يعمل شيء.',
        greeting: 'مرحبًا! أجيب عن الأسئلة حول {site}. ماذا تحتاج؟',
      },
      sales: {
        description: 'يساعد الزوار على إيجاد ما يناسبهم.',
        greeting: 'مرحبًا! هل تبحث عن شيء لدى {site}؟ أخبرني بما تحتاجه وسأساعدك في الاختيار.',
      },
      appointments: {
        description: 'يسجّل طلبات المواعيد.',
        greeting: 'مرحبًا! يمكنني تسجيل موعد لك لدى {site}. بمَ يتعلق الأمر؟',
      },
      other: { description: '', greeting: 'مرحبًا! اسألني أي شيء عن {site}.' },
    },
  },
  de: {
    title: 'Mein erster Agent',
    uses: {
      support: {
        description: 'Beantwortet Fragen von Kunden und hilft, wenn etwas nicht funktioniert.',
        greeting: 'Hallo! Ich beantworte Fragen zu {site}. Worum geht es?',
      },
      sales: {
        description: 'Hilft Besuchern, das Passende zu finden.',
        greeting: 'Hallo! Suchen Sie etwas bei {site}? Sagen Sie mir, was Sie brauchen, und ich helfe beim Aussuchen.',
      },
      appointments: {
        description: 'Nimmt Terminwünsche auf.',
        greeting: 'Hallo! Ich notiere gern einen Termin bei {site} für Sie. Worum geht es?',
      },
      other: { description: '', greeting: 'Hallo! Fragen Sie mich alles über {site}.' },
    },
  },
  es: {
    title: 'Mi primer agente',
    uses: {
      support: {
        description: 'Responde preguntas de los clientes y ayuda cuando algo no funciona.',
        greeting: '¡Hola! Respondo preguntas sobre {site}. ¿Qué necesita?',
      },
      sales: {
        description: 'Ayuda a los visitantes a encontrar lo que les conviene.',
        greeting: '¡Hola! ¿Busca algo en {site}? Dígame qué necesita y le ayudaré a elegir.',
      },
      appointments: {
        description: 'Toma solicitudes de cita.',
        greeting: '¡Hola! Puedo anotarle una cita con {site}. ¿De qué se trata?',
      },
      other: { description: '', greeting: '¡Hola! Pregúnteme lo que quiera sobre {site}.' },
    },
  },
  fr: {
    title: 'Mon premier agent',
    uses: {
      support: {
        description: 'Répond aux questions des clients et aide quand quelque chose ne fonctionne pas.',
        greeting: 'Bonjour ! Je réponds aux questions sur {site}. De quoi avez-vous besoin ?',
      },
      sales: {
        description: 'Aide les visiteurs à trouver ce qui leur convient.',
        greeting:
          'Bonjour ! Vous cherchez quelque chose chez {site} ? Dites-moi ce qu’il vous faut, je vous aide à choisir.',
      },
      appointments: {
        description: 'Prend des demandes de rendez-vous.',
        greeting: 'Bonjour ! Je peux noter un rendez-vous avec {site} pour vous. De quoi s’agit-il ?',
      },
      other: { description: '', greeting: 'Bonjour ! Posez-moi vos questions sur {site}.' },
    },
  },
  pt: {
    title: 'Meu primeiro agente',
    uses: {
      support: {
        description: 'Responde a perguntas de clientes e ajuda quando algo não funciona.',
        greeting: 'Olá! Respondo a perguntas sobre {site}. Do que você precisa?',
      },
      sales: {
        description: 'Ajuda os visitantes a encontrar o que combina com eles.',
        greeting: 'Olá! Procura algo em {site}? Diga do que precisa e eu ajudo você a escolher.',
      },
      appointments: {
        description: 'Anota pedidos de horário.',
        greeting: 'Olá! Posso anotar um horário com {site} para você. Do que se trata?',
      },
      other: { description: '', greeting: 'Olá! Pergunte o que quiser sobre {site}.' },
    },
  },
}
