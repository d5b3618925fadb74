/** The sandbox model's own texts: courtesies, «I don't know», and the questions of a node that collects values. */
import { type Language, LANGUAGES } from './language.ts'
import TEXTS from './replies.json' with { type: 'json' }

const filled = (text: string) => (value: string) => text.replace('{value}', () => value)

const repliesOf = ({ self, askFor, didYouMean, ...texts }: (typeof TEXTS)[Language]) => ({
  ...texts,
  self: filled(self),
  askFor: filled(askFor),
  didYouMean: filled(didYouMean),
})

export const REPLIES = Object.fromEntries(
  LANGUAGES.map((language) => [language, repliesOf(TEXTS[language])]),
) as Readonly<Record<Language, ReturnType<typeof repliesOf>>>
