import { Trans } from '@lingui/react/macro'

/** A mark; one of another scale than the five-point one is shown with its maximum, such as «9 из 10». */
export function MarkValue({ value, max }: { value: string; max: number }) {
  if (max === 5 || !/^\d+([.,]\d+)?$/.test(value)) return value
  return (
    <Trans>
      {value} из {max}
    </Trans>
  )
}
