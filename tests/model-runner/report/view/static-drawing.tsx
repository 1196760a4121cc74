import { renderToStaticMarkup } from 'react-dom/server'
import type { Drawing, MachineData } from '#tests/model-runner/report/report-data.ts'
import { InLanguage, type Language } from './language.tsx'
import { noHighlight } from './marks.tsx'
import { Shapes } from './shapes.tsx'

const margin = 8

/** A drawing as an SVG file: English or Russian, without results. */
export function svgOf(
  drawing: Drawing,
  {
    machine,
    language,
    style,
  }: { machine: Pick<MachineData, 'states' | 'transitions'>; language: Language; style: string },
): string {
  const [width, height] = [drawing.width + 2 * margin, drawing.height + 2 * margin]
  const markup = renderToStaticMarkup(
    <InLanguage language={language}>
      <svg
        xmlns="http://www.w3.org/2000/svg"
        className="shapes"
        width={width}
        height={height}
        viewBox={`${-margin} ${-margin} ${width} ${height}`}
      >
        <title>{drawing.title[language]}</title>
        <style>{style}</style>
        {/* Pages with a dark theme show the file too. */}
        <rect x={-margin} y={-margin} width={width} height={height} fill="#fff" />
        <Shapes drawing={drawing} machine={machine} highlight={noHighlight} />
      </svg>
    </InLanguage>,
  )
  return `${markup.replaceAll('<g', '\n<g')}\n`
}
