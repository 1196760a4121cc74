for (const section of document.querySelectorAll('section')) {
  const search = section.querySelector('input[type="search"]')
  const onlyFailed = section.querySelector('input[type="checkbox"]')
  const found = section.querySelector('output')
  const paths = [...section.querySelectorAll('details')]
  const show = () => {
    const wanted = search.value.trim().toLowerCase()
    const shown = paths.filter((path) => {
      const fits =
        path.textContent.toLowerCase().includes(wanted) && (!onlyFailed.checked || path.dataset.failed === 'yes')
      path.hidden = !fits
      return fits
    })
    found.textContent = `показано ${shown.length} из ${paths.length}`
  }
  search.addEventListener('input', show)
  onlyFailed.addEventListener('change', show)
  show()
}
