// Words without meaning in English, German, French, Spanish and Portuguese, ignored in questions. Folded like the
// index: lower case, no accents, ß as ss.

const LISTS = [
  `a about after all also am an and any are as at be been being but by can could did do does doing done for from get got
  had has have having he her here hers him his how i if in into is it its just let me might must my no not of off on once
  only or our ours out over please she should so some such tell than that the their them then there these they this those
  to too under up us very want was we were what when where which while who whom whose why will with would yes you your yours
  d ll m re s t ve don doesn didn isn aren wasn won wouldn couldn shouldn`,
  `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist bitte da dann das dass dein deine dem
  den denn der des dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es
  euch euer eure fur habe haben hat hatte hatten ich ihm ihn ihnen ihr ihre im in ist ja jede jedem jeden jeder jedes kann
  kannst kein keine keinen konnen konnt man mein meine mich mir mit muss mussen nach nicht noch nur ob oder ohne sehr seid
  sein seine sich sie sind so soll sollen uber um und uns unser unsere vom von vor war waren warum was welche welchem welchen
  welcher welches wem wen wenn wer werde werden wessen wie wieso wir wird wo wurde wurden zu zum zur`,
  `ai au aux avec avez avons c ce ces cet cette ceux chez comme comment d dans de des donc dont du elle elles en est et etait
  etes etre eu eux faut il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par
  pas peut peux plus pour pourquoi pouvez qu quand que quel quelle quelles quels qui quoi sa sans se ses si sont sous sa suis
  sur ta te tes toi ton tous tout toute toutes tu un une vos votre vous y`,
  `al algo como con cual cuales cuando cuanto de del desde donde el ella ellas ellos en entre era es esa ese eso esta estan
  estar estas este esto estos ha han hasta hay la las le les lo los mas me mi mis muy ni no nos nosotros nuestra nuestro o
  otra otro para pero por porque puede puedo pueden que quien se ser si sin sobre son soy su sus tambien te tengo tiene
  tienen tu tus un una unas uno unos usted ustedes y ya yo`,
  `ao aos as ate com da das de dela dele do dos e ela elas ele eles em entre era essa esse esta estao este eu foi isso isto ja
  mais mas me meu minha muito na nao nas nem no nos nossa nosso num numa o os ou para pela pelo pode por posso qual quais
  quando quanto que quem se sem ser seu seus so sua suas tambem tem tenho um uma umas uns voce voces`,
]

export const STOP_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(/\s+/)))
