// Cards of the user's pages, one of which is chosen.
import { Button, Radio, Text } from '@mantine/core'
import type { OfferedPage } from '@parlance/contract/channels/meta-pages'
import { IconBrandInstagram } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../../components/layout/avatar.tsx'
import { tabStop } from '../../../../components/inputs/roving-focus.ts'
import classes from './meta-pages.module.css'

interface Props {
  pages: readonly OfferedPage[]
  connecting: boolean
  onContinue: (page: OfferedPage) => void
}

export function MetaPageGrid({ pages, connecting, onContinue }: Props) {
  const { t } = useTranslation()
  const [chosen, choose] = useState('')
  const page = pages.find(({ pageId }) => pageId === chosen)
  const stop = tabStop(
    pages.map(({ pageId }) => pageId),
    chosen,
  )
  return (
    <>
      <Radio.Group label={t('channels.pages.choose')} value={chosen} onChange={choose}>
        <div className={classes.grid}>
          {pages.map((one) => (
            <Radio.Card
              key={one.pageId}
              value={one.pageId}
              className={classes.card}
              tabIndex={one.pageId === stop ? 0 : -1}
            >
              <Avatar name={one.pageName} photo={one.photo || undefined} size={40} square />
              <span className={classes.words}>
                <Text span fw={600} size="sm" dir="auto">
                  {one.pageName}
                </Text>
                <Text span size="xs" c="dimmed">
                  {t('channels.pages.id', { id: one.pageId })}
                </Text>
                <Text span size="xs" className={classes.instagram}>
                  <IconBrandInstagram size={14} stroke={1.5} aria-hidden />
                  {one.igPageId === ''
                    ? t('channels.pages.noInstagram')
                    : t('channels.pages.instagram', { name: one.igPageName })}
                </Text>
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <div>
        <Button disabled={!page} loading={connecting} onClick={() => page && onContinue(page)}>
          {t('channels.pages.continue')}
        </Button>
      </div>
    </>
  )
}
