// The launcher's two labels, apart from the chat's texts so that the loader stays small.
const TEXTS: Record<string, string> = {
  de: 'Chat öffnen|Chat schließen',
  fr: 'Ouvrir le chat|Fermer le chat',
  es: 'Abrir el chat|Cerrar el chat',
  pt: 'Abrir o chat|Fechar o chat',
  ar: 'فتح الدردشة|إغلاق الدردشة',
  en: 'Open chat|Close chat',
}

/** Labels in the agent's language when we have it, else the browser's, else English. */
export function launcherTexts(agentLang: string | undefined, browser: string): readonly [open: string, close: string] {
  const of = (lang = '') => TEXTS[lang.slice(0, 2).toLowerCase()]?.split('|')
  return (of(agentLang) ?? of(browser) ?? of('en')) as [string, string]
}
