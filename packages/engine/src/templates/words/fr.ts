import type { TemplateWords } from './template-words.ts'

export const fr: TemplateWords = {
  unavailable: 'Ce chat n’est pas disponible pour le moment. Veuillez réessayer plus tard.',
  'blank-template': { description: '', greeting: 'Bonjour ! Comment puis-je vous aider aujourd’hui ?' },
  'confirm-email': {
    description: 'Laissez votre adresse e-mail pour que nous puissions vous joindre.',
    greeting: 'Bonjour ! À quelle adresse e-mail pouvons-nous vous joindre ?',
  },
  'customer-support': {
    description: 'Posez vos questions sur les commandes, les produits ou votre compte.',
    greeting:
      'Bonjour ! Je peux vous aider pour vos commandes, nos produits et votre compte. De quoi avez-vous besoin ?',
    handoff: { title: 'Parler à notre équipe', subtitle: 'Pour tout ce à quoi l’assistant ne peut pas répondre.' },
    check: {
      ask: 'Est-ce que cela fonctionne maintenant ?',
      works: 'Oui, ça fonctionne',
      notYet: 'Pas encore',
      person: 'Parler à une personne',
    },
  },
  'game-npc': {
    description: 'Maro, tenancier de l’auberge de la Lanterne.',
    greeting:
      '*lève les yeux d’une marmite de ragoût quand la porte claque* Entre ou sors, voyageur, la pluie n’est pas invitée. Il y a un tabouret près du feu. Qu’est-ce qui t’amène à l’auberge de la Lanterne ?',
    letter: {
      ask: '*pose une lettre scellée et deux pièces d’argent sur le comptoir* Eh bien, voyageur ?',
      take: 'Prendre la lettre',
      bridge: 'Demander qui a coupé le pont',
      no: 'Pas ce soir',
    },
  },
  'health-care-agent': {
    description: 'Posez vos questions sur le cabinet, les rendez-vous ou les ordonnances.',
    greeting:
      'Bonjour, ici l’assistant de l’accueil. Je réponds aux questions sur le cabinet ou je prends une demande de rendez-vous. En cas d’urgence, appelez votre numéro d’urgence local.',
    menu: {
      ask: 'De quoi s’agit-il ?',
      appointment: 'Un rendez-vous',
      prescription: 'Une ordonnance ou des résultats',
      question: 'Une question sur le cabinet',
    },
    emergency: {
      text: 'Cela ressemble à une urgence. Appelez maintenant votre numéro d’urgence local : le 112 en Europe, le 911 en Amérique du Nord. Ou demandez à quelqu’un près de vous d’appeler. Si vous le pouvez, déverrouillez la porte et restez en ligne.',
      ask: 'Quand vous serez en sécurité :',
      practice: 'Parler au cabinet',
      none: 'Ce n’est pas une urgence',
    },
  },
  'make-appointment': {
    description: 'Demandez un rendez-vous ici.',
    greeting: 'Bonjour ! Je vous aide à prendre rendez-vous. Quel est votre nom ?',
  },
  'real-estate-agent': {
    description: 'Dites-nous ce que vous cherchez, ou ce que vous souhaitez vendre ou louer.',
    greeting: 'Bonjour ! Souhaitez-vous acheter, louer, vendre ou mettre en location un bien ?',
    wish: {
      ask: 'Que souhaitez-vous faire ?',
      buy: 'Acheter',
      rent: 'Louer',
      sell: 'Vendre',
      let: 'Mettre en location',
    },
  },
}
