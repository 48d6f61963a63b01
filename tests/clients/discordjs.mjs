// discord.js 14 against a running sandbox: node discordjs.mjs http://127.0.0.1:8787
// The script is the bot and, over the human side's HTTP calls, the person who uses it.
import assert from 'node:assert/strict';
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits,
  MessageFlags, ModalBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

const base = process.argv[2];
const CHANNEL = '1100000000000000200';
const [EAST, SOUTH] = ['1100000000000000301', '1100000000000000302'];
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const client = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages], rest: { api: `${base}/api` } });
const seen = [];
const failures = [];

async function human(method, path, body) {
  const response = await fetch(`${base}/sandbox/${path}`, {
    method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body),
  });
  const json = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
}

async function until(what, check) {
  for (let n = 0; n < 100; n += 1) {
    const value = await check();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`timed out: ${what}; ${failures.join('; ')}`);
}

const answered = (id) => until(`answer to ${id}`, async () => {
  const state = await human('GET', `interactions/${id}`);
  assert.notEqual(state.state, 'failed', failures.join('; '));
  return state.state === 'answered' && !state.response.message?.thinking && state;
});

const row = (...components) => new ActionRowBuilder().addComponents(...components);
const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const select = () => new StringSelectMenuBuilder().setCustomId('pick').addOptions(
  { label: '一', value: '1' }, { label: '二', value: '2' });
const form = () => new ModalBuilder().setCustomId('form').setTitle('表').addComponents(
  row(new TextInputBuilder().setCustomId('word').setLabel('词').setStyle(TextInputStyle.Short)));
const picture = (name) => new AttachmentBuilder(PIXEL, { name, description: 'one pixel' });

async function answer(interaction) {
  if (interaction.isAutocomplete()) {
    return interaction.respond([{ name: `${interaction.options.getFocused()}!`, value: 'done' }]);
  }
  if (interaction.isChatInputCommand()) {
    assert.equal(interaction.options.getSubcommand(), 'run');
    assert.equal(interaction.options.getString('text'), '你好');
    assert.equal(interaction.options.getUser('who').id, SOUTH);
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply({
      content: '手牌', files: [picture('hand.png')],
      components: [row(button('press', 'Press'), button('ask', 'Ask')), row(select())],
    });
    await interaction.followUp('公开');
  } else if (interaction.isModalSubmit()) {
    await interaction.reply({ content: interaction.fields.getTextInputValue('word'), flags: MessageFlags.Ephemeral });
  } else if (interaction.isStringSelectMenu()) {
    await interaction.deferUpdate();
    await interaction.editReply({ content: `选 ${interaction.values.join()}`, files: [picture('new.png')], attachments: [] });
  } else if (interaction.customId === 'ask') {
    await interaction.showModal(form());
  } else {
    const { resource } = await interaction.update({ content: '已按', withResponse: true });
    assert.equal(resource.message.content, '已按');
  }
}

client.on(Events.InteractionCreate, (interaction) => {
  seen.push(interaction.type);
  answer(interaction).catch((error) => failures.push(`${interaction.type}: ${error.stack}`));
});
let resumes = 0;
client.on(Events.ShardResume, () => { resumes += 1; });
client.on(Events.Error, (error) => failures.push(String(error)));

async function play() {
  const command = new SlashCommandBuilder().setName('probe').setDescription('A probe')
    .addSubcommand((sub) => sub.setName('run').setDescription('Runs it')
      .addStringOption((option) => option.setName('text').setDescription('Text').setRequired(true).setAutocomplete(true))
      .addUserOption((option) => option.setName('who').setDescription('Who')));
  const commands = await client.application.commands.set([command], '1100000000000000100');
  assert.equal(commands.size, 1);

  const use = { user: EAST, name: 'probe run' };
  const choices = await human('POST', `channels/${CHANNEL}/autocomplete`, { ...use, options: { text: '你' }, focused: 'text' });
  assert.equal(choices.choices[0].name, '你!');

  const { interaction } = await human('POST', `channels/${CHANNEL}/commands`, { ...use, options: { text: '你好', who: SOUTH } });
  const state = await answered(interaction);
  const hand = state.response.message;
  assert.equal(hand.attachments[0].description, 'one pixel');
  assert.equal(hand.attachments[0].width, 1);
  assert.ok(hand.ephemeral);
  const list = (user) => human('GET', `channels/${CHANNEL}/messages?as=${user}`);
  await until('the follow-up', async () => (await list(SOUTH)).some((message) => message.content === '公开'));
  assert.ok(!(await list(SOUTH)).some((message) => message.id === hand.id), 'an ephemeral message was shown to another');

  const press = async (custom_id, extra) =>
    (await human('POST', `messages/${hand.id}/components`, { user: EAST, custom_id, ...extra })).interaction;
  const mine = async () => (await list(EAST)).find((message) => message.id === hand.id);
  await answered(await press('press'));
  await until('the update', async () => (await mine()).content === '已按');
  assert.equal((await mine()).attachments[0].filename, 'hand.png');
  await answered(await press('pick', { values: ['2'] }));
  const picked = await until('the selection', async () => ((await mine()).content === '选 2' ? mine() : null));
  assert.deepEqual(picked.attachments.map((one) => one.filename), ['new.png']);

  const asked = await press('ask');
  assert.equal((await answered(asked)).response.modal.custom_id, 'form');
  const sent = await human('POST', `interactions/${asked}/modal`, { user: EAST, values: { word: '听胡' } });
  assert.equal((await answered(sent.interaction)).response.message.content, '听胡');

  const channel = await client.channels.fetch(CHANNEL);
  const board = await channel.send({ content: '牌桌', files: [picture('board.png')] });
  await board.edit({ content: '牌桌 2' });
  const thread = await board.startThread({ name: '一桌' });
  await thread.send('在这里');
  await board.delete();

  await human('POST', 'faults', { reconnect: true });
  await until('the resume', () => resumes > 0);
  await human('POST', 'faults', { drop_gateway: true });
  await until('the second resume', () => resumes > 1);
  assert.deepEqual(failures, []);
}

client.once(Events.ClientReady, () => {
  play().then(() => {
    console.log(`discord.js: ok, ${seen.length} interactions, ${resumes} resumes`);
    return client.destroy();
  }).catch((error) => {
    console.error(error);
    process.exit(1);
  });
});
setTimeout(() => { console.error('discord.js: no end after 60 s'); process.exit(1); }, 60_000).unref();
await client.login('MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.any-token');
