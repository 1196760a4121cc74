import type { JsonSchema, OpenApiDocument, Operation, Parameter } from './document.ts'
import { style } from './style.ts'

/** The OpenAPI document to read: one page, no script. */
export function openApiPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const areas = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}: the calls</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(document.info.title)}: the calls</h1>
<p>${marked(document.info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Areas">${areas.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')}</nav></header>
<main>
${areas.map(({ name, operations }) => `<section id="${name}"><h2>${name}</h2>${operations.map(callArticle).join('\n')}</section>`).join('\n')}
</main>
</body>
</html>`
}

function callArticle({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  return `<article id="${operationId}">
<h3><span class="${method}">${method}</span> <code>${escaped(path)}</code> ${operation['x-added'] ? '<em>added</em>' : ''}</h3>
<p>${marked(summary)}. <small>${marked(description)}</small></p>
<details><summary>Details</summary>
${parameters ? `<h4>Parameters</h4><ul>${parameters.map(parameterItem).join('')}</ul>` : ''}
${
  requestBody
    ? Object.entries(requestBody.content)
        .map(([type, { schema }]) => `<h4>Body, <code>${type}</code></h4>${shape(schema)}`)
        .join('')
    : ''
}
${Object.entries(responses)
  .map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    return `<h4>${status} <small>${escaped(description)}</small></h4>${schema ? shape(schema) : ''}`
  })
  .join('')}
</details>
</article>`
}

function parameterItem({ name, in: place, required, schema }: Parameter): string {
  return `<li><code>${escaped(name)}</code>${required ? '' : '?'} in ${place}: <code>${escaped(notation(schema, ''))}</code></li>`
}

function shape(schema: JsonSchema): string {
  return `<pre>${escaped(notation(schema, ''))}</pre>`
}

/** A schema in TypeScript's notation. */
function notation(schema: JsonSchema | boolean, indent: string): string {
  if (typeof schema === 'boolean') return 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((one) => notation(one, indent)).join(' | ')
  if (schema.type === 'array') return `${grouped(notation(itemsOf(schema), indent))}[]`
  if (schema.type === 'object') return fields(schema, indent)
  return schema.description ?? schema.format ?? schema.pattern ?? String(schema.type ?? 'unknown')
}

function fields({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, field]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${notation(field, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function itemsOf({ items }: JsonSchema): JsonSchema | boolean {
  return Array.isArray(items) || items === undefined ? true : items
}

function grouped(text: string): string {
  return text.includes(' | ') && !text.endsWith('}') ? `(${text})` : text
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
