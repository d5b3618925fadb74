/** Word lists of the sandbox model, in six languages, folded (lower case, no accents). */

const STOP = {
  en: `a an the and or but if so of to in on at by for from with without about as into onto over under up down out off than then
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those there here
    is am are was were be been being do does did doing done have has had having will would shall should can could may might must
    what when where who whom whose which why how not no yes don t s re ll ve d m isn aren doesn didn won wouldn couldn cannot
    please tell know want need like get give got let just also too very really any some all every each other another more most such
    say said ask asking question questions explain show find wonder wondering hi hello hey thanks thank ok okay well now still yet
    much many long often far soon until till come comes coming by im ive think id method methods option options whats anything something someone anyone everything way`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber wenn so von zu zum zur im in am an auf bei mit ohne fur
    uber als aus nach vor seit bis durch um ich mich mir mein meine meinen meiner wir uns unser unsere du dich dir dein deine ihr euch
    euer eure er ihn ihm sein seine sie ihnen es man dies diese dieser dieses diesen jener da hier dort ist bin bist sind seid war
    waren sein werden wird wurde wirst habe hab hast habt haben hatte kann kannst konnen konnt konnte mochte mochten will willst
    wollen muss musst mussen soll sollen darf durfen was wann wo wer wen wem wessen welche welcher welches warum wieso wie nicht kein
    keine keinen ja nein bitte sag sage sagen wissen gib geben gibt gerne gern auch sehr noch nur schon mal denn dann doch etwas alle
    alles jede jeder finde finden mehr viel viele frage wieviel lange oft weit hallo danke eigentlich wohin woher daruber davon dazu lautet
    heisst komme kommst kommt kommen lauft ab nehme nimmt lang`,
  fr: `le la les l un une des du de d et ou mais si donc que qu qui quoi dont au aux en dans sur sous par pour avec sans chez vers
    je me moi mon ma mes nous notre nos tu te toi ton ta tes vous votre vos il lui son sa ses elle ils eux leur leurs ce cet cette ces
    cela ca ici la est es suis sont sommes etes etait etre ete ai as a avons avez ont avoir peux peut pouvez pouvons puis veux veut
    voulez voudrais doit dois devez faut fait faire quand ou comment pourquoi combien quel quelle quels quelles ne pas non oui n s t c
    j m y aussi tres plus tout tous toute toutes autre savoir dire dites donner bonjour merci svp il-y-a prend`,
  es: `el la los las un una unos unas de del al y e o u pero si que quien quienes cual cuales cuando donde como cuanto cuanta cuantos
    cuantas por para con sin sobre entre desde hasta en a yo me mi mis nosotros nos nuestro nuestra tu te ti tus usted ustedes su sus
    el ella ellos ellas lo le les se esto este esta estos estas ese esa eso es soy eres son somos ser estar esta estan estoy fue ha he
    han hay haber tener tengo tiene tienen tienes puede puedo pueden puedes podria quiero quiere debo debe hacer hace no ni tambien
    muy mas todo todos toda todas otro otra decir dime saber hola buenos buenas gracias favor
    hago pongo poner ponerme`,
  pt: `o a os as um uma uns umas de do da dos das no na nos nas ao aos pelo pela e ou mas se que quem qual quais quando onde como quanto
    quanta quantos quantas por para com sem sobre entre desde ate em eu me mim meu minha meus minhas nos nosso nossa tu te voce voces
    seu sua seus suas ele ela eles elas lo lhe isto este esta estes estas esse essa isso sou es sao somos ser estar estou esta estao
    foi ha tem tenho temos ter pode posso podem poderia quero quer devo deve fazer faz nao sim tambem muito mais todo todos toda
    todas outro outra dizer diga saber ola obrigado obrigada favor faco
    entrar`,
  ar: `في من الي على علي عن مع هل ما ماذا متي اين كيف كم لماذا هو هي هم انا نحن انت انتم هذا هذه ذلك تلك التي الذي و او ثم لا نعم لم
    لن ان اي كل بعض قد كان كانت يكون هناك عند عندكم لديكم لكم لي لك لنا يمكن يمكنني اريد من فضلك مرحبا شكرا ايضا بكم يتم يستغرق
    تستغرق معكم`,
}

/** Words without a subject, of all six languages. */
export const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(STOP).flatMap(split))

/** The stop words of each language, to guess the language of a short text. */
export const STOP_WORDS_OF: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(STOP).map(([language, list]) => [language, new Set(split(list))]),
)

/** What a business calls itself: «Where is the museum?» asks for our address. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(
  split(`company shop store hotel hotels restaurant gym office practice surgery clinic school library studio museum theatre theater
    laden geschaft firma buro praxis schule bucherei bibliothek haus magasin entreprise ecole tienda empresa escuela loja escola`),
)

/** Words that name a subject only together with others. */
export const WEAK_WORDS: ReadonlySet<string> = new Set([
  ...BUSINESS_WORDS,
  ...split(`number numbers time times thing things kind sort exactly exact currently current possible available place service
    services day days today tomorrow information info details detail general normally usually offer offers nummer zeit uhr heute genau informationen numero heure temps service hora tiempo
    numero hoy tempo hoje offered rule rules policy use using used work works
    bring brings bringing keep keeps keeping leave left go goes going make makes making put buy eat happen happens
    welcome allowed morning afternoon evening tonight people person big large old new alt neu many visit join serve served find food
    machen macht mache bekomme bekommen bekommt gehen geht bringen mitbringen nehmen mitnehmen lassen brauchen brauche gross lernen
    darf durfen erlaubt prendre amener apporter venir aller recevoir trouver llevar traer ir tomar recibir levar
    trazer vir receber space spaces platz hoch tief weit high deep tall heavy`),
])

function split(list: string): string[] {
  return list.split(/\s+/).filter(Boolean)
}
