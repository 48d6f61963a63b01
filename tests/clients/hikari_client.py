"""hikari 2 against a running sandbox: python hikari_client.py http://127.0.0.1:8787

The script is the bot and, over the human side's HTTP calls, the person who uses it.
"""
import asyncio
import base64
import sys

import aiohttp
import hikari

BASE = sys.argv[1]
GUILD = 1100000000000000100
CHANNEL = 1100000000000000200
EAST, SOUTH = 1100000000000000301, 1100000000000000302
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

bot = hikari.GatewayBot(
    "MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.any-token",
    rest_url=BASE + "/api/v10",
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
    banner=None,
    logs="WARNING",
)
failures = []
resumed = asyncio.Event()


def picture(name):
    return hikari.Bytes(PIXEL, name)


def rows():
    buttons = bot.rest.build_message_action_row()
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "press", label="Press")
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "ask", label="Ask")
    select = bot.rest.build_message_action_row()
    select.add_text_menu("pick").add_option("一", "1").add_option("二", "2")
    return [buttons, select]


async def command(interaction):
    options = {option.name: option.value for option in interaction.options}
    assert options["text"] == "你好" and int(options["who"]) == SOUTH, options
    await interaction.create_initial_response(
        hikari.ResponseType.DEFERRED_MESSAGE_CREATE, flags=hikari.MessageFlag.EPHEMERAL
    )
    await interaction.edit_initial_response("手牌", attachment=picture("hand.png"), components=rows())
    await interaction.execute("公开")


async def component(interaction):
    if interaction.custom_id == "press":
        await interaction.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, "已按", attachments=None)
    elif interaction.custom_id == "ask":
        row = bot.rest.build_modal_action_row()
        row.add_text_input("word", "词")
        await interaction.create_modal_response("表", "form", components=[row])
    else:
        assert interaction.custom_id == "pick", interaction.custom_id
        await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_UPDATE)
        await interaction.edit_initial_response("选 " + interaction.values[0], attachment=picture("new.png"))


async def form(interaction):
    word = interaction.components[0].components[0].value
    await interaction.create_initial_response(
        hikari.ResponseType.MESSAGE_CREATE, word, flags=hikari.MessageFlag.EPHEMERAL
    )


@bot.listen()
async def on_interaction(event: hikari.InteractionCreateEvent) -> None:
    answers = {
        hikari.CommandInteraction: command,
        hikari.ComponentInteraction: component,
        hikari.ModalInteraction: form,
    }
    try:
        await answers[type(event.interaction)](event.interaction)
    except Exception as error:
        failures.append(repr(error))
        raise


@bot.listen()
async def on_resumed(_event: hikari.ShardResumedEvent) -> None:
    resumed.set()


async def until(what, check):
    for _ in range(100):
        value = await check()
        if value:
            return value
        await asyncio.sleep(0.05)
    raise TimeoutError(f"{what}: {failures}")


async def play(http):
    async def human(method, path, body=None):
        async with http.request(method, f"{BASE}/sandbox/{path}", json=body) as response:
            json = await response.json()
            assert response.ok, (path, response.status, json)
            return json

    async def answered(interaction):
        async def check():
            state = await human("GET", f"interactions/{interaction}")
            assert state["state"] != "failed", failures
            loading = (state["response"] or {}).get("message", {}).get("thinking")
            return state if state["state"] == "answered" and not loading else None

        return await until("an answer", check)

    async def seen(user):
        return await human("GET", f"channels/{CHANNEL}/messages?as={user}")

    body = {"user": str(EAST), "name": "probe", "options": {"text": "你好", "who": str(SOUTH)}}
    sent = await human("POST", f"channels/{CHANNEL}/commands", body)
    hand = (await answered(sent["interaction"]))["response"]["message"]
    assert hand["ephemeral"] and hand["content"] == "手牌", hand
    assert [one["filename"] for one in hand["attachments"]] == ["hand.png"], hand

    async def follow_up():
        return any(message["content"] == "公开" for message in await seen(SOUTH))

    await until("the follow-up", follow_up)
    assert all(message["id"] != hand["id"] for message in await seen(SOUTH))

    async def press(custom_id, **extra):
        body = {"user": str(EAST), "custom_id": custom_id, **extra}
        sent = await human("POST", f"messages/{hand['id']}/components", body)
        return sent["interaction"]

    async def mine(content):
        async def check():
            found = [message for message in await seen(EAST) if message["id"] == hand["id"]]
            return found[0] if found[0]["content"] == content else None

        return await until(content, check)

    await answered(await press("press"))
    assert (await mine("已按"))["attachments"] == []
    await answered(await press("pick", values=["1"]))
    assert [one["filename"] for one in (await mine("选 1"))["attachments"]] == ["new.png"]
    asked = await press("ask")
    assert (await answered(asked))["response"]["modal"]["title"] == "表"
    sent = await human("POST", f"interactions/{asked}/modal", {"user": str(EAST), "values": {"word": "听胡"}})
    assert (await answered(sent["interaction"]))["response"]["message"]["content"] == "听胡"

    board = await bot.rest.create_message(CHANNEL, "牌桌", attachment=picture("board.png"))
    board = await bot.rest.edit_message(CHANNEL, board, "牌桌 2")
    assert board.content == "牌桌 2" and len(board.attachments) == 1
    thread = await bot.rest.create_thread(CHANNEL, hikari.ChannelType.GUILD_PUBLIC_THREAD, "一桌")
    await bot.rest.create_message(thread, "在这里")
    await bot.rest.delete_message(CHANNEL, board)

    for fault in ["reconnect", "drop_gateway"]:
        resumed.clear()
        await human("POST", "faults", {fault: True})
        await asyncio.wait_for(resumed.wait(), 20)
    sent = await human("POST", f"channels/{CHANNEL}/commands", body)
    assert (await answered(sent["interaction"]))["response"]["message"]["content"] == "手牌"
    assert failures == [], failures


async def main():
    await bot.start()
    try:
        me = await bot.rest.fetch_application()
        probe = bot.rest.slash_command_builder("probe", "A probe")
        text = {"type": hikari.OptionType.STRING, "name": "text", "description": "Any text"}
        who = {"type": hikari.OptionType.USER, "name": "who", "description": "Anybody"}
        probe.add_option(hikari.CommandOption(**text, is_required=True))
        probe.add_option(hikari.CommandOption(**who, is_required=False))
        commands = await bot.rest.set_application_commands(me, [probe], guild=GUILD)
        assert [one.name for one in commands] == ["probe"]
        async with aiohttp.ClientSession() as http:
            await play(http)
    finally:
        await bot.close()
    print("hikari: ok")


asyncio.run(asyncio.wait_for(main(), 90))
