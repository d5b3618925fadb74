import type { ItemTexts } from '@parlance/chat-ui/items/item-props.ts'
import { MAX_VISITOR_FILE_MB } from '@parlance/contract/files/limits'
import { fill } from '../../../i18n.ts'
import { onDemandTexts, type OnDemandTexts } from '../../../on-demand-texts.ts'
import { useTexts } from '../appearance.ts'

export function useItemTexts(): ItemTexts {
  const { send } = useTexts()
  const texts = onDemandTexts()
  return {
    ...texts,
    send,
    uploadTooLarge: fill(texts.uploadTooLarge, { n: String(MAX_VISITOR_FILE_MB) }),
    // The form's controls prevent the other faults.
    fault: ({ fault, limit }) =>
      fill(texts[`${fault}Fault` as keyof OnDemandTexts] ?? texts.wrongFault, { n: String(limit) }),
  }
}
