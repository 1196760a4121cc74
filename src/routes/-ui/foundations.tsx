import { Icon, type IconName } from '#src/ui/icon.tsx'
import { iconPaths } from '#src/ui/icon-paths.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { type Tone, toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { Section } from './section.tsx'

const scale = ['text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs']
const tones = Object.keys(toneSurfaces) as Tone[]
const icons = Object.keys(iconPaths).toSorted() as IconName[]

export function Foundations() {
  return (
    <>
      <Section id="type" title="Шрифт">
        <Card>
          {scale.map((size) => (
            <p key={size} className={`${size} truncate font-strong`}>
              Договор № 2035-17 на сумму 124 500 ₽
            </p>
          ))}
        </Card>
      </Section>
      <Section id="colour" title="Цвет">
        <div className="grid gap-xs md:grid-cols-2 lg:grid-cols-4">
          {tones.map((tone) => (
            <div key={tone} className={`flex items-center gap-sm rounded-lg p-base font-medium ${toneSurfaces[tone]}`}>
              <span className={`size-lg rounded-full ${toneMarks[tone]}`} />
              {tone}
            </div>
          ))}
        </div>
      </Section>
      <Section id="icons" title="Значки">
        <Card>
          <ul className="grid grid-cols-2 gap-base md:grid-cols-4 lg:grid-cols-6">
            {icons.map((name) => (
              <li key={name} className="flex min-w-0 items-center gap-xs text-xs text-ink-muted">
                <span className="text-ink">
                  <Icon name={name} size={24} />
                </span>
                <span className="min-w-0">{name}</span>
              </li>
            ))}
          </ul>
        </Card>
      </Section>
    </>
  )
}
