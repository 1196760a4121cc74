import { Trans, useLingui } from '@lingui/react/macro'

/** For example «8 из 10». */
export function ScoreOutOf({ score, max }: { score: number; max: number }) {
  const { i18n } = useLingui()
  const [got, all] = [i18n.number(score), i18n.number(max)]
  return (
    <Trans>
      <span className="font-strong">{got}</span> из {all}
    </Trans>
  )
}
