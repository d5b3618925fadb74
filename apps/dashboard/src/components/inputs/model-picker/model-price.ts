// A model's price in words: credits per 1,000 tokens in and out, and per turn if any.
import type { OfferedModel } from '@parlance/contract/workspaces/schemas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { payerOf, type ModelList } from './model-list.ts'

type Price = OfferedModel['price']
type Numbers = (value: number) => string

/** Small prices keep their digits: 0.0375 stays 0.0375. */
export const priceNumbers =
  (language: string): Numbers =>
  (value) =>
    value.toLocaleString(numberLocale(language), { maximumSignificantDigits: 3 })

export function usePriceNumbers(): Numbers {
  const { i18n } = useTranslation()
  return priceNumbers(i18n.language)
}

const words = (numbers: Numbers, { input, output, turn }: Price) => ({
  input: numbers(input),
  output: numbers(output),
  turn: numbers(turn),
})
/** With an own key only the turn costs something. */
const perTurn = ({ input, output }: Price) => input === 0 && output === 0
const isFree = ({ input, output, turn }: Price) => input === 0 && output === 0 && turn === 0

/** Short, for a list whose footer names the unit. */
export function priceText(t: TFunction, numbers: Numbers, price: Price): string {
  if (isFree(price)) return t('agents.models.free')
  if (perTurn(price)) return t('agents.models.priceOnlyTurn', words(numbers, price))
  return t(price.turn > 0 ? 'agents.models.priceTurn' : 'agents.models.price', words(numbers, price))
}

/** The full sentence about a named model, listed or not. */
export function chosenText(t: TFunction, numbers: Numbers, model: string, models: ModelList): string {
  const { provider, paidBy } = payerOf(model, models)
  const price = models.items.find(({ id }) => id === model.trim())?.price
  return t('agents.models.chosen', {
    provider: t(`credentials.providers.${provider}`),
    payer: t(`agents.models.chosenPayer.${paidBy}`),
    price: price ? chosenPrice(t, numbers, price) : t('agents.models.chosenUnknown'),
  })
}

export function chosenPrice(t: TFunction, numbers: Numbers, price: Price): string {
  if (isFree(price)) return t('agents.models.chosenFree')
  if (perTurn(price)) return t('agents.models.chosenPriceOnlyTurn', words(numbers, price))
  return t(price.turn > 0 ? 'agents.models.chosenPriceTurn' : 'agents.models.chosenPrice', words(numbers, price))
}
