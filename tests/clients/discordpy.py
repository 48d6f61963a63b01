"""discord.py 2 against a running sandbox: python discordpy.py http://127.0.0.1:8787

The script is the bot and, over the human side's HTTP calls, the person who uses it.
discord.py asks for the zlib-stream transport, which this covers.
"""
import asyncio
import base64
import io
import sys

import aiohttp
import discord
import yarl
from discord import app_commands

BASE = sys.argv[1]
GUILD = discord.Object(1100000000000000100)
CHANNEL = 1100000000000000200
EAST, SOUTH = 1100000000000000301, 1100000000000000302
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

discord.http.Route.BASE = BASE + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(BASE.replace("http", "ws") + "/")


def picture(name):
    return discord.File(io.BytesIO(PIXEL), name, description="one pixel")


class Form(discord.ui.Modal, title="表"):
    word = discord.ui.TextInput(label="词", custom_id="word")

    async def on_submit(self, interaction):
        await interaction.response.send_message(self.word.value, ephemeral=True)


class Buttons(discord.ui.View):
    @discord.ui.button(label="Press", custom_id="press")
    async def press(self, interaction, _button):
        await interaction.response.edit_message(content="已按", attachments=[])

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction, _button):
        await interaction.response.send_modal(Form())

    @discord.ui.select(custom_id="pick", options=[discord.SelectOption(label="一", value="1")])
    async def pick(self, interaction, select):
        await interaction.response.defer()
        await interaction.edit_original_response(content="选 " + select.values[0], attachments=[picture("new.png")])


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = app_commands.CommandTree(self)
        self.failures = []
        self.resumed = asyncio.Event()

    async def setup_hook(self):
        @self.tree.command(name="probe", description="A probe", guild=GUILD)
        async def probe(interaction: discord.Interaction, text: str, who: discord.Member | None = None):
            assert text == "你好" and who.id == SOUTH, (text, who)
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(
                content="手牌", attachments=[picture("hand.png")], view=Buttons(timeout=None)
            )
            await interaction.followup.send("公开", wait=True)

        @self.tree.error
        async def on_error(_interaction, error):
            self.failures.append(repr(error))

        commands = await self.tree.sync(guild=GUILD)
        assert [command.name for command in commands] == ["probe"]

    async def on_resumed(self):
        self.resumed.set()


async def until(what, check):
    for _ in range(100):
        value = await check()
        if value:
            return value
        await asyncio.sleep(0.05)
    raise TimeoutError(what)


async def play(bot, http):
    async def human(method, path, body=None):
        async with http.request(method, f"{BASE}/sandbox/{path}", json=body) as response:
            json = await response.json()
            assert response.ok, (path, response.status, json)
            return json

    async def answered(interaction):
        async def check():
            state = await human("GET", f"interactions/{interaction}")
            assert state["state"] != "failed", bot.failures
            loading = (state["response"] or {}).get("message", {}).get("thinking")
            return state if state["state"] == "answered" and not loading else None

        return await until("an answer", check)

    async def seen(user):
        return await human("GET", f"channels/{CHANNEL}/messages?as={user}")

    body = {"user": str(EAST), "name": "probe", "options": {"text": "你好", "who": str(SOUTH)}}
    sent = await human("POST", f"channels/{CHANNEL}/commands", body)
    hand = (await answered(sent["interaction"]))["response"]["message"]
    assert hand["ephemeral"] and hand["attachments"][0]["description"] == "one pixel", hand

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

    channel = await bot.fetch_channel(CHANNEL)
    board = await channel.send("牌桌", file=picture("board.png"))
    board = await board.edit(content="牌桌 2")
    thread = await board.create_thread(name="一桌")
    await thread.send("在这里")
    await board.delete()

    await human("POST", "faults", {"reconnect": True})
    await asyncio.wait_for(bot.resumed.wait(), 20)
    assert bot.failures == [], bot.failures


async def main():
    bot = Bot()
    async with bot, aiohttp.ClientSession() as http:
        await bot.login("MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.any-token")
        running = asyncio.create_task(bot.connect())
        try:
            await asyncio.wait_for(bot.wait_until_ready(), 30)
            await play(bot, http)
        finally:
            await bot.close()
            await asyncio.wait([running], timeout=5)
    print("discord.py: ok")


asyncio.run(asyncio.wait_for(main(), 60))
