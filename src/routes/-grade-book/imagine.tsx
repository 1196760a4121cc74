import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { bestOf } from './goals.ts'
import type { Imaginary } from './imagined.tsx'
import type { Settings } from './verdict.ts'

type ImagineProps = { settings: Settings; onAdd: (one: Imaginary) => void }

/** A mark of a kind that one wishes to reckon with. */
export function Imagine({ settings, onAdd }: ImagineProps) {
  const { t } = useLingui()
  const { scale, markTypes } = settings
  const kinds = markTypes.filter(({ weight }) => weight > 0)
  const best = bestOf(scale)
  const values = Array.from({ length: Math.max(0, best - 1) }, (_, index) => best - index)
  const [code, setCode] = useState(kinds[0]?.code ?? '')
  const [value, setValue] = useState(best)
  const kind = kinds.find((one) => one.code === code)
  return (
    <div className="grid items-end gap-sm md:grid-cols-[1fr_120px_auto]">
      <Field label={t`За что`}>
        <Select value={code} onChange={({ target }) => setCode(target.value)}>
          {kinds.map((one) => (
            <option key={one.code} value={one.code}>
              {t`${one.title} (вес ${one.weight})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`Оценка`}>
        <Select value={value} onChange={({ target }) => setValue(Number(target.value))}>
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Button
        icon={<Icon name="plus" />}
        onClick={() => kind && onAdd({ value, weight: kind.weight, label: `${value}, ${kind.title.toLowerCase()}` })}
      >
        <Trans>Добавить</Trans>
      </Button>
    </div>
  )
}
