import { Trans, useLingui } from '@lingui/react/macro'
import { markText } from '#src/i18n/school-titles.ts'

type MarkValueProps = {
  value: string
  max: number
  /** In a square: the maximum is small, below the mark. */
  isTile?: boolean
}

/** A mark; one of another scale than the five-point one is shown with its maximum, such as «9 из 10». */
export function MarkValue({ value, max, isTile = false }: MarkValueProps) {
  const { i18n } = useLingui()
  if (max === 5 || !/^\d+([.,]\d+)?$/.test(value)) return markText(value, i18n)
  return isTile ? (
    <span className="flex flex-col items-center leading-none">
      {value}
      <span className="text-xs leading-tight font-normal whitespace-nowrap">
        <Trans>из {max}</Trans>
      </span>
    </span>
  ) : (
    <Trans>
      {value} из {max}
    </Trans>
  )
}
