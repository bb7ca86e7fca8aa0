// Shows /api-docs/openapi.json. Everything is set as text, never as markup.

/** @param {string} name @param {(string | Node)[]} children */
const element = (name, ...children) => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};

const json = (value) => element('pre', JSON.stringify(value, null, 2));

const parametersOf = (operation) => {
  const table = element('table');
  for (const it of operation.parameters ?? []) {
    const name = element('code', it.name);
    const need = `${it.in}${it.required ? ', required' : ''}`;
    table.append(element('tr', element('td', name), element('td', need), element('td', json(it.schema))));
  }
  return table;
};

const responsesOf = (operation) => {
  const table = element('table');
  for (const [status, response] of Object.entries(operation.responses)) {
    table.append(element('tr', element('td', element('code', status)), element('td', response.description)));
  }
  return table;
};

const callOf = (path, method, operation) => {
  const inside = element('div', element('p', operation.description));
  if (operation.parameters !== undefined) inside.append(element('h3', 'Parameters'), parametersOf(operation));
  if (operation.requestBody !== undefined) {
    inside.append(element('h3', 'Body'), json(operation.requestBody.content['application/json'].schema));
  }
  inside.append(
    element('h3', 'Answer'),
    json(operation.responses['200'].content['application/json'].schema),
    element('h3', 'Statuses'),
    responsesOf(operation),
  );
  const heading = element('summary', element('code', `${method.toUpperCase()} ${path}`), ' ');
  heading.append(element('span', operation.summary));
  const call = element('details', heading, inside);
  call.dataset.text = `${method} ${path} ${operation.operationId} ${operation.description}`.toLowerCase();
  return call;
};

const sectionsOf = (api) =>
  api.tags.map(({ name }) => {
    const section = element('section', element('h2', name));
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.tags.includes(name)) section.append(callOf(path, method, operation));
      }
    }
    return section;
  });

const filterBy = (text) => {
  for (const section of document.querySelectorAll('section')) {
    const calls = [...section.querySelectorAll('details')];
    for (const call of calls) call.hidden = !call.dataset.text.includes(text);
    section.hidden = calls.every((call) => call.hidden);
  }
};

const show = async () => {
  const place = document.querySelector('#calls');
  try {
    const response = await fetch('/api-docs/openapi.json');
    place.replaceChildren(...sectionsOf(await response.json()));
  } catch {
    place.replaceChildren(element('p', 'The description could not be loaded. Please reload the page.'));
  }
  const filter = document.querySelector('#filter');
  filter.addEventListener('input', () => filterBy(filter.value.trim().toLowerCase()));
};

show();
