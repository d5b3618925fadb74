// Greetings, thanks and short replies: nothing to look up, so an answer to them carries no sources.
const WORDS = new Set(
  `hello hi hey hiya howdy greetings good morning afternoon evening day night yo there thanks thank you so much very welcome please ok okay
  sure yes no yeah yep nope bye goodbye see later cheers great perfect cool nice fine how are doing what's up
  hallo guten tag morgen abend servus moin grüezi danke schön dank vielen bitte sehr ja nein tschüss wiedersehen auf super toll prima wie geht's
  bonjour bonsoir salut merci beaucoup oui non d'accord revoir au ça va
  hola buenos buenas días dias tardes noches gracias muchas sí si vale adiós qué tal
  olá ola bom boa dia tarde noite obrigado obrigada sim não tchau tudo bem
  مرحبا أهلا السلام عليكم شكرا نعم لا صباح الخير مساء`
    .split(/\s+/)
    .filter(Boolean),
)
const LONGEST = 6

/** True for a message of a few words that are all courtesies. */
export function isSmallTalk(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const letters = /\p{N}/u.test(text)
  return !letters && words.length <= LONGEST && words.every((word) => WORDS.has(word.replaceAll('’', "'")))
}
