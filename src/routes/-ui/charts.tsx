import { Card } from '#src/ui/card.tsx'
import { Sparkline } from '#src/ui/sparkline.tsx'
import { Trend } from '#src/ui/trend.tsx'
import { TrendChart } from '#src/ui/trend-chart.tsx'
import { Section } from './section.tsx'

const months = ['Сентябрь', 'Октябрь', 'Ноябрь', 'Декабрь']
const shares = [0.75, 1, 0, 0.9]

const points = months.map((name, index) => {
  const value = shares[index] ?? 0
  return { key: name, at: (index + 0.5) / months.length, value, name, words: `${value * 100} %` }
})
const drawing = {
  points,
  ticks: points.map(({ key, at, name }) => ({ key, at, name: `${name.slice(0, 3).toLowerCase()}.` })),
  scale: ['100 %', '50 %', '0 %'],
  table: { open: 'Показать таблицей', columns: ['Месяц', 'Итог'] },
} as const

export function Charts() {
  return (
    <Section id="charts" title="Ход вещей">
      <div className="grid gap-base lg:grid-cols-3">
        <Card title="Столбцами">
          <TrendChart label="Посещаемость по месяцам" shape="bars" {...drawing} />
        </Card>
        <Card title="Линией">
          <TrendChart label="Тесты по месяцам" shape="line" {...drawing} />
        </Card>
        <Card title="Одним взглядом">
          <Sparkline label={points.map(({ name, words }) => `${name} — ${words}`).join('; ')} points={points} />
          <Trend direction="up">95 % за 30 дней, раньше 90 %</Trend>
          <Trend direction="down">75 % за 30 дней, раньше 93 %</Trend>
          <Trend direction="same">82 % за 30 дней, как и раньше</Trend>
        </Card>
      </div>
    </Section>
  )
}
