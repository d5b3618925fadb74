import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../../lib/ctx.ts'
import type { AgencyFonts } from '../fonts/fonts.ts'
import type { CleanCss } from '../ports.ts'
import { type Agencies, publicAgency } from '../service.ts'
import { type PageLook, pageLook } from './page-look.ts'

export interface AgencyLooks {
  /** Undefined for an unknown agency. */
  readonly pageLook: (ctx: Ctx, agencyId: string) => Promise<PageLook | undefined>
}

interface Deps {
  readonly agencies: Pick<Agencies, 'find'>
  readonly fonts: Pick<AgencyFonts, 'facesOf' | 'firstFiles'>
  readonly cleanCss: CleanCss
}

export function createAgencyLooks({ agencies, fonts, cleanCss }: Deps): AgencyLooks {
  const made = new LRUCache<string, { readonly of: string; readonly look: PageLook }>({ max: 1000 })
  const make = async (region: Region, agency: PublicAgency, customCSS: string): Promise<PageLook> => {
    const family = agency.googleFont
    const [fontFaces, first, css] = await Promise.all([
      fonts.facesOf(region, family),
      fonts.firstFiles(region, family),
      customCSS.trim() === '' ? '' : cleanCss(customCSS),
    ])
    return pageLook({ region, agency, fontFaces, fonts: first, css })
  }
  return {
    async pageLook(ctx, agencyId) {
      const found = await agencies.find(ctx, agencyId)
      if (!found) return undefined
      const agency = publicAgency(found)
      const { customCSS } = found.profile
      const of = JSON.stringify([agency, customCSS])
      const key = `${ctx.region}/${agencyId}`
      const known = made.get(key)
      if (known?.of === of) return known.look
      const look = await make(ctx.region, agency, customCSS)
      made.set(key, { of, look })
      return look
    },
  }
}
