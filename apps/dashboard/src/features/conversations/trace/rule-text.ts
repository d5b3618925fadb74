import { i18n, said } from '../../../i18n/i18n.ts'
import { dateLocale } from '../../../components/content/locale.ts'

/** Between two tests of a rule, and never within the value of one: the next begins with the name of a variable. */
const BETWEEN = /(?<=»|known) (and|or) (?=\w+ (?:is|contains|does not|starts|ends) )/

/** Why a rule led on, as the engine says it (`age is at least «18» and plan is «pro»`), in the language of the page. */
export function ruleText(reason: string): string {
  // Every second part is the word between.
  const parts = reason.split(BETWEEN)
  const tests = parts.filter((_, at) => at % 2 === 0).map(said)
  if (i18n.language === 'en' || tests.length < 2) return tests.length < 2 ? said(reason) : reason
  const type = parts[1] === 'or' ? 'disjunction' : 'conjunction'
  return new Intl.ListFormat(dateLocale(), { type }).format(tests)
}
