import type { TemplateWords } from './template-words.ts'

export const es: TemplateWords = {
  unavailable: 'Este chat no está disponible en este momento. Vuelva a intentarlo más tarde.',
  'blank-template': { description: '', greeting: '¡Hola! ¿En qué puedo ayudarle hoy?' },
  'confirm-email': {
    description: 'Déjenos su correo electrónico para que podamos localizarle.',
    greeting: '¡Hola! ¿En qué dirección de correo electrónico podemos localizarle?',
  },
  'customer-support': {
    description: 'Pregunte por pedidos, productos o su cuenta.',
    greeting: '¡Hola! Puedo ayudarle con pedidos, productos y su cuenta. ¿Qué necesita?',
    handoff: { title: 'Hablar con nuestro equipo', subtitle: 'Para todo lo que el asistente no pueda responder.' },
    check: { ask: '¿Funciona ahora?', works: 'Sí, funciona', notYet: 'Todavía no', person: 'Hablar con una persona' },
  },
  'game-npc': {
    description: 'Maro, dueño de la Posada del Farol.',
    greeting:
      '*levanta la vista de una olla de estofado cuando la puerta da un portazo* Dentro o fuera, viajero, que la lluvia no está invitada. Hay un taburete junto al fuego. ¿Qué te trae a la Posada del Farol?',
    letter: {
      ask: '*pone una carta sellada y dos monedas de plata sobre la barra* ¿Y bien, viajero?',
      take: 'Aceptar la carta',
      bridge: 'Preguntar quién cortó el puente',
      no: 'Esta noche no',
    },
  },
  'health-care-agent': {
    description: 'Pregunte por la consulta, las citas o las recetas.',
    greeting:
      'Hola, soy el asistente de recepción. Puedo responder preguntas sobre la consulta o tomar una solicitud de cita. Si es una emergencia, llame al número de emergencias de su zona.',
    menu: {
      ask: '¿De qué se trata?',
      appointment: 'Una cita',
      prescription: 'Una receta o unos resultados',
      question: 'Una pregunta sobre la consulta',
    },
    emergency: {
      text: 'Esto parece una emergencia. Llame ahora al número de emergencias de su zona: 112 en Europa, 911 en América del Norte. O pida a alguien cercano que llame. Si puede, deje la puerta sin cerrar con llave y no cuelgue.',
      ask: 'Cuando esté a salvo:',
      practice: 'Hablar con la consulta',
      none: 'No es una emergencia',
    },
  },
  'make-appointment': {
    description: 'Pida su cita aquí.',
    greeting: '¡Hola! Le ayudaré a concertar una cita. ¿Me dice su nombre?',
  },
  'real-estate-agent': {
    description: 'Díganos qué busca, o qué desea vender o poner en alquiler.',
    greeting: '¡Hola! ¿Desea comprar, alquilar, vender o poner en alquiler una propiedad?',
    wish: {
      ask: '¿Qué desea hacer?',
      buy: 'Comprar',
      rent: 'Alquilar',
      sell: 'Vender',
      let: 'Poner en alquiler',
    },
  },
}
