// Dialogs: the bot's forms (modals) and the page's own "new user".

import { attr, el, icon } from './app.dom.js';
import { LOCALES, currentLanguage, t } from './app.i18n.js';

const TEXT_INPUT = 4;
const STRING_SELECT = 3;
const PARAGRAPH = 2;

/** The inputs of a form in either of Discord's layouts: rows, or labels around a component. */
function inputsOf(components) {
  return (components ?? []).flatMap((outer) => {
    if (outer.type === 18 && outer.component)
      return [{ ...outer.component, label: outer.label, description: outer.description }];
    if (outer.components) return inputsOf(outer.components);
    return [TEXT_INPUT, STRING_SELECT].includes(outer.type) ? [outer] : [];
  });
}

function fieldOf(component, index) {
  const id = `form-${index}`;
  const isRequired = component.required !== false;
  const shared = {
    id,
    name: component.custom_id,
    required: isRequired,
    data: { customId: component.custom_id },
    'aria-describedby': `${id}-note`,
  };
  let control;
  if (component.type === STRING_SELECT) {
    control = el(
      'select',
      { ...shared, multiple: (component.max_values ?? 1) > 1 },
      (component.options ?? []).map((option) =>
        el('option', { value: option.value, selected: option.default }, option.label),
      ),
    );
  } else {
    const texts = {
      ...shared,
      placeholder: component.placeholder,
      minlength: component.min_length,
      maxlength: component.max_length ?? 4000,
    };
    control =
      component.style === PARAGRAPH
        ? el('textarea', { ...texts, rows: 4 })
        : el('input', { ...texts, type: 'text', autocomplete: 'off' });
    control.value = component.value ?? '';
  }
  return el(
    'div',
    { class: 'form-field' },
    el(
      'label',
      { for: id },
      component.label ?? component.custom_id,
      isRequired && el('i', { class: 'star', title: t('required') }, '*'),
    ),
    component.description && el('small', {}, component.description),
    control,
    el('small', { class: 'form-note', id: `${id}-note`, role: 'alert' }),
  );
}

const valueOf = (control) =>
  control.multiple ? [...control.selectedOptions].map((option) => option.value) : control.value;

/** Marks what is wrong with a form; true when nothing is. */
function check(form) {
  let first = null;
  for (const control of form.querySelectorAll('[data-custom-id]')) {
    const text = control.value ?? '';
    const min = control.minLength > 0 ? control.minLength : 0;
    const problem =
      control.required && !text.trim() ? t('fieldRequired') : text && [...text].length < min ? t('tooShort', min) : '';
    document.getElementById(`${control.id}-note`).textContent = problem;
    attr(control, 'aria-invalid', problem ? 'true' : null);
    if (problem) first ??= control;
  }
  first?.focus();
  return !first;
}

/** A dialog with a title, fields and two buttons. `submit` gets the values and says whether it worked. */
function formDialog({ title, fields, action, submit, customId }) {
  const problem = el('p', { class: 'form-problem', role: 'alert', hidden: true });
  const confirm = el(
    'button',
    { type: 'submit', class: 'button is-primary' },
    el('span', { class: 'button-label' }, action),
  );
  const form = el(
    'form',
    { novalidate: true, data: customId ? { modal: customId } : {} },
    el(
      'header',
      {},
      el('h2', { id: 'form-title' }, title),
      el(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': t('close'), onclick: () => dialog.close() },
        icon('close'),
      ),
    ),
    el('div', { class: 'form-fields' }, fields),
    problem,
    el(
      'footer',
      {},
      el('button', { type: 'button', class: 'button is-plain', onclick: () => dialog.close() }, t('cancel')),
      confirm,
    ),
  );
  const dialog = el('dialog', { class: 'form', 'aria-labelledby': 'form-title' }, form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!check(form) || confirm.disabled) return;
    const values = Object.fromEntries(
      [...form.querySelectorAll('[data-custom-id]')].map((control) => [control.name, valueOf(control)]),
    );
    confirm.disabled = true;
    problem.hidden = true;
    const refusal = await submit(values).then(
      (isDone) => (isDone ? null : t('formFailed')),
      (error) => error.message || t('formFailed'),
    );
    confirm.disabled = false;
    if (!refusal) return dialog.close();
    problem.hidden = false;
    problem.textContent = refusal;
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector('[data-custom-id]')?.focus();
}

/** Opens a form that the bot answered with. */
export function openForm(data, submit) {
  formDialog({
    title: data.title ?? '',
    fields: inputsOf(data.components).map(fieldOf),
    action: t('submit'),
    submit,
    customId: data.custom_id,
  });
}

/** Asks for the name and language of a new member. */
export function askNewUser(submit) {
  const locale = el(
    'select',
    { id: 'form-1', name: 'locale', data: { customId: 'locale' } },
    LOCALES.map(([value, name]) =>
      el('option', { value, selected: value === (currentLanguage() === 'zh' ? 'zh-CN' : 'en-US') }, name),
    ),
  );
  formDialog({
    title: t('newUser'),
    action: t('add'),
    submit,
    fields: [
      fieldOf({ type: TEXT_INPUT, custom_id: 'name', label: t('name'), max_length: 32, min_length: 1 }, 0),
      el(
        'div',
        { class: 'form-field' },
        el('label', { for: 'form-1' }, t('locale')),
        locale,
        el('small', { class: 'form-note', id: 'form-1-note' }),
      ),
    ],
  });
}
