// Phrases that an agent speaks on its own in a call, by language.
export interface SpokenLines {
  readonly recorded: string
  readonly stillThere: readonly string[]
  readonly goodbye: string
  readonly maxLength: string
  readonly failed: string
  /** The service that runs the call fails. */
  readonly broken: string
  /** Before a caller is passed on to a person, while that person is called, and where nobody took the call. */
  readonly connecting: string
  readonly calling: string
  readonly stillCalling: string
  readonly notTaken: string
  /** To the person: who it is for, what it is about, and how it is taken. */
  readonly callFor: (name: string, about: string) => string
  readonly pressOne: string
  readonly callerLeft: string
  readonly fillers: readonly string[]
  /** Spoken while a caller talks at length. */
  readonly backchannels: readonly string[]
}

const LINES: Readonly<Record<string, SpokenLines>> = {
  en: {
    recorded: 'This call is recorded.',
    stillThere: ['Are you still there?', 'I can’t hear you. Are you there?'],
    goodbye: 'I’ll hang up now. Goodbye.',
    maxLength: 'We have reached the longest a call can take. Thank you, and goodbye.',
    failed: 'Sorry, I couldn’t answer that. Could you say it again?',
    broken: 'Sorry, something went wrong on our side. Please call again in a moment.',
    connecting: 'One moment, I’m putting you through.',
    calling: 'I’m calling them now. Please stay on the line.',
    stillCalling: 'I’m still trying to reach somebody.',
    notTaken: 'I’m sorry, nobody could take the call just now. Is there anything else I can help you with?',
    callFor: (name, about) => `A call from ${name}. ${about}`,
    pressOne: 'Press 1 to take the call.',
    callerLeft: 'The caller has hung up.',
    fillers: ['One moment, please.', 'I’m still looking.'],
    backchannels: ['Mm-hm.', 'I see.'],
  },
  de: {
    recorded: 'Dieses Gespräch wird aufgezeichnet.',
    stillThere: ['Sind Sie noch da?', 'Ich kann Sie nicht hören. Sind Sie da?'],
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören.',
    maxLength: 'Länger kann ein Gespräch leider nicht dauern. Vielen Dank und auf Wiederhören.',
    failed: 'Entschuldigung, das konnte ich nicht beantworten. Sagen Sie es bitte noch einmal?',
    broken: 'Entschuldigung, bei uns ist etwas schiefgegangen. Bitte rufen Sie gleich noch einmal an.',
    connecting: 'Einen Moment, ich verbinde Sie.',
    calling: 'Ich rufe gerade an. Bitte bleiben Sie am Apparat.',
    stillCalling: 'Ich versuche noch, jemanden zu erreichen.',
    notTaken: 'Es tut mir leid, gerade konnte niemand das Gespräch annehmen. Kann ich Ihnen sonst helfen?',
    callFor: (name, about) => `Ein Anruf von ${name}. ${about}`,
    pressOne: 'Drücken Sie die 1, um ihn anzunehmen.',
    callerLeft: 'Der Anrufer hat aufgelegt.',
    fillers: ['Einen Moment, bitte.', 'Ich suche noch.'],
    backchannels: ['Mhm.', 'Ja.'],
  },
  es: {
    recorded: 'Esta llamada se graba.',
    stillThere: ['¿Sigue ahí?', 'No le oigo. ¿Está ahí?'],
    goodbye: 'Voy a colgar. Adiós.',
    maxLength: 'Hemos llegado a la duración máxima de una llamada. Gracias y adiós.',
    failed: 'Perdone, no he podido responder. ¿Puede repetirlo?',
    broken: 'Perdone, algo ha fallado por nuestra parte. Vuelva a llamar dentro de un momento, por favor.',
    connecting: 'Un momento, le paso la llamada.',
    calling: 'Estoy llamando. No cuelgue, por favor.',
    stillCalling: 'Sigo intentando localizar a alguien.',
    notTaken: 'Lo siento, ahora mismo nadie puede atender la llamada. ¿Puedo ayudarle en algo más?',
    callFor: (name, about) => `Una llamada de ${name}. ${about}`,
    pressOne: 'Pulse 1 para aceptarla.',
    callerLeft: 'La persona que llamaba ha colgado.',
    fillers: ['Un momento, por favor.', 'Sigo buscando.'],
    backchannels: ['Ajá.', 'Sí.'],
  },
  fr: {
    recorded: 'Cet appel est enregistré.',
    stillThere: ['Êtes-vous toujours là ?', 'Je ne vous entends pas. Êtes-vous là ?'],
    goodbye: 'Je raccroche. Au revoir.',
    maxLength: 'Nous avons atteint la durée maximale d’un appel. Merci et au revoir.',
    failed: 'Pardon, je n’ai pas pu répondre. Pouvez-vous répéter ?',
    broken: 'Pardon, un problème est survenu de notre côté. Veuillez rappeler dans un instant.',
    connecting: 'Un instant, je vous mets en relation.',
    calling: 'J’appelle tout de suite. Restez en ligne, s’il vous plaît.',
    stillCalling: 'J’essaie encore de joindre quelqu’un.',
    notTaken: 'Je suis désolé, personne n’a pu prendre l’appel. Puis-je vous aider autrement ?',
    callFor: (name, about) => `Un appel de ${name}. ${about}`,
    pressOne: 'Appuyez sur 1 pour le prendre.',
    callerLeft: 'La personne a raccroché.',
    fillers: ['Un instant, s’il vous plaît.', 'Je cherche encore.'],
    backchannels: ['Mm-hm.', 'Oui.'],
  },
  pt: {
    recorded: 'Esta chamada está sendo gravada.',
    stillThere: ['Você ainda está aí?', 'Não consigo ouvir você. Você está aí?'],
    goodbye: 'Vou desligar agora. Até logo.',
    maxLength: 'Chegamos à duração máxima de uma chamada. Agradecemos o contato. Até logo.',
    failed: 'Desculpe, não consegui responder. Você pode repetir?',
    broken: 'Desculpe, algo deu errado do nosso lado. Ligue de novo daqui a pouco, por favor.',
    connecting: 'Um momento, vou transferir a chamada.',
    calling: 'Estou ligando agora. Por favor, não desligue.',
    stillCalling: 'Ainda estou tentando falar com alguém.',
    notTaken: 'Sinto muito, ninguém pôde atender agora. Posso ajudar em mais alguma coisa?',
    callFor: (name, about) => `Uma ligação de ${name}. ${about}`,
    pressOne: 'Digite 1 para atender.',
    callerLeft: 'A pessoa que ligou já desligou.',
    fillers: ['Um momento, por favor.', 'Ainda estou procurando.'],
    backchannels: ['Sim.', 'Certo.'],
  },
  it: {
    recorded: 'Questa chiamata viene registrata.',
    stillThere: ['È ancora lì?', 'Non la sento. È lì?'],
    goodbye: 'Riaggancio. Arrivederci.',
    maxLength: 'Abbiamo raggiunto la durata massima di una chiamata. Grazie e arrivederci.',
    failed: 'Mi scusi, non ho potuto rispondere. Può ripetere?',
    broken: 'Mi scusi, qualcosa è andato storto da parte nostra. Richiami tra un momento, per favore.',
    connecting: 'Un momento, la metto in contatto.',
    calling: 'Sto chiamando. Resti in linea, per favore.',
    stillCalling: 'Sto ancora cercando di contattare qualcuno.',
    notTaken: 'Mi dispiace, al momento nessuno può rispondere. Posso aiutarla in altro modo?',
    callFor: (name, about) => `Una chiamata da ${name}. ${about}`,
    pressOne: 'Prema 1 per accettarla.',
    callerLeft: 'Chi chiamava ha riagganciato.',
    fillers: ['Un momento, per favore.', 'Sto ancora cercando.'],
    backchannels: ['Sì.', 'Certo.'],
  },
  ar: {
    recorded: 'هذه المكالمة مسجلة.',
    stillThere: ['هل ما زلت على الخط؟', 'لا أسمع صوتك. هل ما زلت هنا؟'],
    goodbye: 'سأنهي المكالمة الآن. مع السلامة.',
    maxLength: 'وصلنا إلى أقصى مدة للمكالمة. شكرًا لك، ومع السلامة.',
    failed: 'عذرًا، لم أتمكن من الإجابة. هل يمكنك إعادة ما قلته؟',
    broken: 'عذرًا، حدث خطأ من جانبنا. يرجى الاتصال مجددًا بعد قليل.',
    connecting: 'لحظة من فضلك، سأحوّل مكالمتك.',
    calling: 'أتصل الآن. يرجى البقاء على الخط.',
    stillCalling: 'ما زلت أحاول الوصول إلى أحد.',
    notTaken: 'عذرًا، لم يتمكن أحد من الرد الآن. هل يمكنني مساعدتك في شيء آخر؟',
    callFor: (name, about) => `مكالمة من ${name}. ${about}`,
    pressOne: 'اضغط 1 لقبول المكالمة.',
    callerLeft: 'أنهى المتصل المكالمة.',
    fillers: ['لحظة من فضلك.', 'ما زلت أبحث.'],
    backchannels: ['نعم.', 'حسنًا.'],
  },
  nl: {
    recorded: 'Dit gesprek wordt opgenomen.',
    stillThere: ['Bent u er nog?', 'Ik hoor u niet. Bent u er nog?'],
    goodbye: 'Ik hang nu op. Tot ziens.',
    maxLength: 'Langer kan een gesprek helaas niet duren. Bedankt en tot ziens.',
    failed: 'Sorry, daar kon ik geen antwoord op geven. Kunt u het nog een keer zeggen?',
    broken: 'Sorry, er is bij ons iets misgegaan. Bel over een ogenblik nog eens, alstublieft.',
    connecting: 'Een ogenblik, ik verbind u door.',
    calling: 'Ik bel nu. Blijf alstublieft aan de lijn.',
    stillCalling: 'Ik probeer nog steeds iemand te bereiken.',
    notTaken: 'Het spijt me, op dit moment kon niemand opnemen. Kan ik u ergens anders mee helpen?',
    callFor: (name, about) => `Een gesprek van ${name}. ${about}`,
    pressOne: 'Druk op 1 om het aan te nemen.',
    callerLeft: 'De beller heeft opgehangen.',
    fillers: ['Een ogenblik, alstublieft.', 'Ik ben nog aan het zoeken.'],
    backchannels: ['Ja.', 'Oké.'],
  },
  pl: {
    recorded: 'Ta rozmowa jest nagrywana.',
    stillThere: ['Czy nadal mnie słychać?', 'Nic nie słyszę. Czy ktoś tam jest?'],
    goodbye: 'Kończę rozmowę. Do usłyszenia.',
    maxLength: 'Osiągnęliśmy maksymalny czas rozmowy. Dziękuję i do usłyszenia.',
    failed: 'Przepraszam, nie udało mi się odpowiedzieć. Proszę powtórzyć.',
    broken: 'Przepraszam, po naszej stronie wystąpił błąd. Proszę zadzwonić ponownie za chwilę.',
    connecting: 'Chwileczkę, już łączę.',
    calling: 'Już dzwonię. Proszę się nie rozłączać.',
    stillCalling: 'Wciąż próbuję się z kimś połączyć.',
    notTaken: 'Przykro mi, nikt nie może teraz odebrać. Czy mogę pomóc w czymś innym?',
    callFor: (name, about) => `Dzwoni ${name}. ${about}`,
    pressOne: 'Proszę nacisnąć 1, aby odebrać.',
    callerLeft: 'Osoba dzwoniąca się rozłączyła.',
    fillers: ['Chwileczkę.', 'Wciąż szukam.'],
    backchannels: ['Mhm.', 'Tak.'],
  },
  tr: {
    recorded: 'Bu görüşme kaydediliyor.',
    stillThere: ['Hâlâ orada mısınız?', 'Sizi duyamıyorum. Orada mısınız?'],
    goodbye: 'Şimdi kapatıyorum. Hoşça kalın.',
    maxLength: 'Bir görüşmenin en uzun süresine ulaştık. Teşekkür ederim, hoşça kalın.',
    failed: 'Üzgünüm, buna yanıt veremedim. Tekrar eder misiniz?',
    broken: 'Üzgünüm, bizim tarafımızda bir sorun oluştu. Lütfen birazdan tekrar arayın.',
    connecting: 'Bir dakika, sizi bağlıyorum.',
    calling: 'Şimdi arıyorum. Lütfen hatta kalın.',
    stillCalling: 'Hâlâ birine ulaşmaya çalışıyorum.',
    notTaken: 'Üzgünüm, şu anda kimse yanıt veremedi. Başka bir konuda yardımcı olabilir miyim?',
    callFor: (name, about) => `Arayan: ${name}. ${about}`,
    pressOne: 'Aramayı kabul etmek için 1’e basın.',
    callerLeft: 'Arayan kişi telefonu kapattı.',
    fillers: ['Bir dakika, lütfen.', 'Hâlâ arıyorum.'],
    backchannels: ['Evet.', 'Anlıyorum.'],
  },
}

const own = (language: string): SpokenLines | undefined => LINES[language.toLowerCase().slice(0, 2)]
export const hasLines = (language: string): boolean => own(language) !== undefined
export const linesOf = (language: string): SpokenLines => own(language) ?? (LINES.en as SpokenLines)
