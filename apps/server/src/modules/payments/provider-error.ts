// Maps refusals of the payment provider to our errors.
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { Stripe } from 'stripe'

/** Runs a call to the provider; its refusals become our errors, without its ids and secrets. */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asPaymentError(error)
  }
}

export function asPaymentError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError)
    return new AppError('PAYMENT_FAILED', error.message ? untranslated(error.message) : undefined, { cause: error })
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new AppError('CONFLICT', msg('payment_already_running'), { cause: error })
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.statusCode === 409) return new AppError('CONFLICT', msg('payment_already_running'), { cause: error })
    return isMissing(error)
      ? new AppError('NOT_FOUND', undefined, { cause: error })
      : new AppError('INVALID_INPUT', untranslated(error.message), { cause: error })
  }
  if (error instanceof Stripe.errors.StripeError)
    return new AppError('UPSTREAM_FAILED', msg('payment_provider_unavailable'), { cause: error })
  return error
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** Undefined for an object that the provider doesn't have. */
export const unlessMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Whether the provider did not do what was asked. It may repeat this answer for a day to calls with the same idempotency key. */
export function isRefusal(error: unknown): boolean {
  const { statusCode = 0 } = error instanceof Stripe.errors.StripeError ? error : {}
  return statusCode === 400 || statusCode === 404 || statusCode >= 500
}

export const isInvalid = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400

export const isInvalidTaxId = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'tax_id_invalid'

export const isDeclined = (error: unknown): error is Stripe.errors.StripeCardError =>
  error instanceof Stripe.errors.StripeCardError
