import type { Language } from '../accounts/languages.ts'

export const USE_CASES = ['support', 'sales', 'appointments', 'other'] as const

/** `{site}` is replaced with the site's name. */
interface FirstWords {
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
        description: 'Ask about orders, products and returns.',
        greeting: 'Hi! I answer questions about {site}. What do you need?',
      },
      sales: {
        description: 'Tell us what you need and find what suits you.',
        greeting: 'Hi! Looking for something at {site}? Tell me what you need, and I will help you choose.',
      },
      appointments: {
        description: 'Request an appointment here.',
        greeting: 'Hi! I can note an appointment with {site} for you. What is it about?',
      },
      other: { description: '', greeting: 'Hi! Ask me anything about {site}.' },
    },
  },
  ar: {
    title: 'وكيلي الأول',
    uses: {
      support: {
        description: 'اسأل عن الطلبات والمنتجات والإرجاع.',
        greeting: 'مرحبًا! أجيب عن الأسئلة حول {site}. ماذا تحتاج؟',
      },
      sales: {
        description: 'أخبرنا بما تحتاجه لتجد ما يناسبك.',
        greeting: 'مرحبًا! هل تبحث عن شيء لدى {site}؟ أخبرني بما تحتاجه وسأساعدك في الاختيار.',
      },
      appointments: {
        description: 'اطلب موعدًا من هنا.',
        greeting: 'مرحبًا! يمكنني تسجيل موعد لك لدى {site}. بمَ يتعلق الأمر؟',
      },
      other: { description: '', greeting: 'مرحبًا! اسألني أي شيء عن {site}.' },
    },
  },
  de: {
    title: 'Mein erster Agent',
    uses: {
      support: {
        description: 'Fragen zu Bestellungen, Produkten und Rückgaben? Hier sind Sie richtig.',
        greeting: 'Hallo! Ich beantworte Fragen zu {site}. Worum geht es?',
      },
      sales: {
        description: 'Sagen Sie uns, was Sie suchen, und finden Sie das Passende.',
        greeting: 'Hallo! Suchen Sie etwas bei {site}? Sagen Sie mir, was Sie brauchen, und ich helfe beim Aussuchen.',
      },
      appointments: {
        description: 'Hier können Sie einen Termin anfragen.',
        greeting: 'Hallo! Ich notiere gern einen Termin bei {site} für Sie. Worum geht es?',
      },
      other: { description: '', greeting: 'Hallo! Fragen Sie mich alles über {site}.' },
    },
  },
  es: {
    title: 'Mi primer agente',
    uses: {
      support: {
        description: 'Pregunte por pedidos, productos y devoluciones.',
        greeting: '¡Hola! Respondo preguntas sobre {site}. ¿Qué necesita?',
      },
      sales: {
        description: 'Díganos qué necesita y encuentre lo que le conviene.',
        greeting: '¡Hola! ¿Busca algo en {site}? Dígame qué necesita y le ayudaré a elegir.',
      },
      appointments: {
        description: 'Pida su cita aquí.',
        greeting: '¡Hola! Puedo anotarle una cita con {site}. ¿De qué se trata?',
      },
      other: { description: '', greeting: '¡Hola! Pregúnteme lo que quiera sobre {site}.' },
    },
  },
  fr: {
    title: 'Mon premier agent',
    uses: {
      support: {
        description: 'Posez vos questions sur les commandes, les produits et les retours.',
        greeting: 'Bonjour ! Je réponds aux questions sur {site}. De quoi avez-vous besoin ?',
      },
      sales: {
        description: 'Dites-nous ce que vous cherchez et trouvez ce qui vous convient.',
        greeting:
          'Bonjour ! Vous cherchez quelque chose chez {site} ? Dites-moi ce qu’il vous faut, je vous aide à choisir.',
      },
      appointments: {
        description: 'Demandez un rendez-vous ici.',
        greeting: 'Bonjour ! Je peux noter un rendez-vous avec {site} pour vous. De quoi s’agit-il ?',
      },
      other: { description: '', greeting: 'Bonjour ! Posez-moi vos questions sur {site}.' },
    },
  },
  pt: {
    title: 'Meu primeiro agente',
    uses: {
      support: {
        description: 'Pergunte sobre pedidos, produtos e devoluções.',
        greeting: 'Olá! Respondo a perguntas sobre {site}. Do que você precisa?',
      },
      sales: {
        description: 'Diga do que você precisa e encontre o que combina com você.',
        greeting: 'Olá! Procura algo em {site}? Diga do que precisa e eu ajudo você a escolher.',
      },
      appointments: {
        description: 'Peça um horário aqui.',
        greeting: 'Olá! Posso anotar um horário com {site} para você. Do que se trata?',
      },
      other: { description: '', greeting: 'Olá! Pergunte o que quiser sobre {site}.' },
    },
  },
}
