import { useScope } from '../../lib/workspace-scope.tsx'
import type { SavedDetails } from './payment-form.tsx'

/** Makes a card the one that pays; its number is only at the provider. */
export function useSaveCard() {
  const { api, workspace } = useScope()
  return async (paymentMethodId: string, { email, name, address, taxId }: SavedDetails): Promise<void> => {
    await api.billing.upsertPaymentMethod.call({
      userId: workspace.uid,
      paymentMethodId,
      email,
      ...(name && { name }),
      ...(address && { address }),
      ...(taxId !== undefined && { taxId }),
      isNewPaymentMethod: address !== undefined,
    })
  }
}
