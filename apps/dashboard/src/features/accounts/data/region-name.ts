import { REGION_NAMES, type Region } from '@parlance/contract/lib/regions'
import { translateMessage } from '../../../i18n/translate-message.ts'

export const regionName = (region: Region): string =>
  translateMessage({ code: `region_${region}`, message: REGION_NAMES[region] })
