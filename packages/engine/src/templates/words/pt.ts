import type { TemplateWords } from './template-words.ts'

export const pt: TemplateWords = {
  unavailable: 'Este chat não está disponível no momento. Tente novamente mais tarde.',
  'blank-template': { description: '', greeting: 'Olá! Como posso ajudar você hoje?' },
  'confirm-email': {
    description: 'Deixe o seu e-mail para que possamos falar com você.',
    greeting: 'Olá! Qual é o melhor endereço de e-mail para falar com você?',
  },
  'customer-support': {
    description: 'Pergunte sobre pedidos, produtos ou a sua conta.',
    greeting: 'Olá! Posso ajudar com pedidos, produtos e a sua conta. Do que você precisa?',
    handoff: { title: 'Falar com a nossa equipe', subtitle: 'Para tudo o que o assistente não puder responder.' },
    check: {
      ask: 'Está funcionando agora?',
      works: 'Sim, funciona',
      notYet: 'Ainda não',
      person: 'Falar com uma pessoa',
    },
  },
  'game-npc': {
    description: 'Maro, dono da Estalagem da Lanterna.',
    greeting:
      '*ergue os olhos de uma panela de ensopado quando a porta bate* Para dentro ou para fora, viajante, que a chuva não foi convidada. Há um banco perto do fogo. O que traz você à Estalagem da Lanterna?',
    letter: {
      ask: '*põe uma carta lacrada e duas moedas de prata no balcão* E então, viajante?',
      take: 'Aceitar a carta',
      bridge: 'Perguntar quem cortou a ponte',
      no: 'Hoje não',
    },
  },
  'health-care-agent': {
    description: 'Pergunte sobre o consultório, as consultas ou as receitas.',
    greeting:
      'Olá, aqui é o assistente da recepção. Posso responder a perguntas sobre o consultório ou anotar um pedido de consulta. Se for uma emergência, ligue para o número de emergência da sua região.',
    menu: {
      ask: 'Do que se trata?',
      appointment: 'Uma consulta',
      prescription: 'Uma receita ou resultados',
      question: 'Uma pergunta sobre o consultório',
    },
    emergency: {
      text: 'Isso parece uma emergência. Ligue agora para o número de emergência da sua região: 192 no Brasil, 112 na Europa, 911 na América do Norte. Ou peça a alguém por perto que ligue. Se puder, destranque a porta e fique na linha.',
      ask: 'Quando você estiver em segurança:',
      practice: 'Falar com o consultório',
      none: 'Não é uma emergência',
    },
  },
  'make-appointment': {
    description: 'Peça um horário aqui.',
    greeting: 'Olá! Vou ajudar você a marcar um horário. Qual é o seu nome?',
  },
  'real-estate-agent': {
    description: 'Conte o que você procura, ou o que quer vender ou alugar.',
    greeting: 'Olá! Você quer comprar, alugar, vender ou colocar um imóvel para alugar?',
    wish: {
      ask: 'O que você gostaria de fazer?',
      buy: 'Comprar',
      rent: 'Alugar',
      sell: 'Vender',
      let: 'Colocar para alugar',
    },
  },
}
