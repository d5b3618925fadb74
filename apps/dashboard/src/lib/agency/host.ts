// The agency whose host serves this page, written into the HTML by the server; absent on the product's own host.
import { isRegion, type Region } from '@parlance/contract/lib/regions'

interface AgencyHost {
  readonly region: Region
  readonly agencyId: string
}

function readHost(): AgencyHost | undefined {
  const text = document.querySelector('script#host')?.textContent
  if (!text) return undefined
  const { region, agencyId } = JSON.parse(text) as { region?: string; agencyId?: string }
  return isRegion(region) && agencyId ? { region, agencyId } : undefined
}

export const agencyHost = readHost()
